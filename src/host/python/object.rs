//! What PyYAML's constructor makes of a document, as Python holds and shows it.

use std::collections::HashMap;

use super::repr::{bytes_repr, text_repr};
use crate::host::Value;
use crate::skill::yaml::Moment;

/// A Python object out of YAML.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    /// `None`
    None,
    /// `True` or `False`
    Bool(bool),
    /// A whole number, its decimal text; it may be longer than Python is willing to show.
    Int(String),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Str(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// `datetime.date` or `datetime.datetime`.
    Moment(Moment),
    /// A list.
    List(Vec<Object>),
    /// A list of pairs (`!!omap`, `!!pairs`).
    Pairs(Vec<(Object, Object)>),
    /// A dictionary, in the order of first insertion.
    Dict(Vec<(Object, Object)>),
    /// A set.
    Set(Vec<Object>),
}

/// Digits of a number that `str()` still shows.
const SHOWN: usize = 4300;

impl Object {
    /// Python's `str()`; `None` where it raises `ValueError` over a number that is too long.
    pub fn str(&self) -> Option<String> {
        match self {
            Self::Str(text) => Some(text.clone()),
            Self::Moment(moment) => Some(iso(moment)),
            other => other.repr(),
        }
    }

    /// Python's `repr()`; `None` where it raises `ValueError`.
    pub fn repr(&self) -> Option<String> {
        let list = |items: &[Self]| -> Option<String> {
            let items: Option<Vec<String>> = items.iter().map(Self::repr).collect();
            Some(items?.join(", "))
        };
        let pairs = |pairs: &[(Self, Self)], between: &str, around: [&str; 2]| {
            let one = |(key, value): &(Self, Self)| {
                let [open, close] = around;
                Some(format!(
                    "{open}{}{between}{}{close}",
                    key.repr()?,
                    value.repr()?
                ))
            };
            let all: Option<Vec<String>> = pairs.iter().map(one).collect();
            Some(all?.join(", "))
        };
        Some(match self {
            Self::None => "None".to_owned(),
            Self::Bool(true) => "True".to_owned(),
            Self::Bool(false) => "False".to_owned(),
            Self::Int(digits) if digits.trim_start_matches('-').len() > SHOWN => return None,
            Self::Int(digits) => digits.clone(),
            Self::Float(number) => super::float_repr(*number),
            Self::Str(text) => text_repr(text),
            Self::Bytes(bytes) => bytes_repr(bytes),
            Self::Moment(moment) => moment_repr(moment),
            Self::List(items) => format!("[{}]", list(items)?),
            Self::Pairs(all) => format!("[{}]", pairs(all, ", ", ["(", ")"])?),
            Self::Dict(all) => format!("{{{}}}", pairs(all, ": ", ["", ""])?),
            Self::Set(items) if items.is_empty() => "set()".to_owned(),
            Self::Set(items) => format!("{{{}}}", list(items)?),
        })
    }

    /// Python's `bool()`.
    pub fn truth(&self) -> bool {
        match self {
            Self::None => false,
            Self::Bool(truth) => *truth,
            Self::Int(digits) => digits != "0",
            Self::Float(number) => *number != 0.0,
            Self::Str(text) => !text.is_empty(),
            Self::Bytes(bytes) => !bytes.is_empty(),
            Self::Moment(_) => true,
            Self::List(items) | Self::Set(items) => !items.is_empty(),
            Self::Pairs(pairs) | Self::Dict(pairs) => !pairs.is_empty(),
        }
    }

    /// Whether a dictionary takes both for one key: numbers are compared by value.
    pub fn is_key(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(one), Self::Int(two)) => one == two,
            _ => match (self.number(), other.number()) {
                (Some(one), Some(two)) => one == two,
                _ => self == other,
            },
        }
    }

    /// What numbers are compared by.
    fn number(&self) -> Option<f64> {
        match self {
            Self::Bool(truth) => Some(f64::from(u8::from(*truth))),
            Self::Int(digits) => digits.parse().ok(),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The object as hosts show it.
    pub fn value(&self) -> Value {
        let text = |object: &Self| object.str().unwrap_or_default();
        let list = |items: &[Self]| Value::List(items.iter().map(Self::value).collect());
        match self {
            Self::None => Value::Null,
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Int(digits) => Value::Integer(digits.clone()),
            Self::Float(number) => Value::Float(*number),
            Self::Str(text) => Value::Text(text.clone()),
            Self::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Self::Moment(moment) => Value::Date(iso(moment)),
            Self::List(items) | Self::Set(items) => list(items),
            Self::Pairs(pairs) => {
                let pair = |(key, value): &(Self, Self)| list(&[key.clone(), value.clone()]);
                Value::List(pairs.iter().map(pair).collect())
            }
            Self::Dict(pairs) => Value::Map(
                pairs
                    .iter()
                    .map(|(key, value)| (text(key), value.value()))
                    .collect(),
            ),
        }
    }
}

/// The items of a dictionary in the making: a key that comes again takes the place it had.
#[derive(Debug)]
pub struct Dict<T> {
    items: Vec<(Object, T)>,
    /// Where the keys stand, by what equal ones have in common.
    places: HashMap<Hash, Vec<usize>>,
}

/// What equal keys have in common.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Hash {
    Text(String),
    /// The bits of a number.
    Number(u64),
    /// The representation of anything else.
    Other(Option<String>),
}

impl Hash {
    fn of(key: &Object) -> Self {
        match (key, key.number()) {
            (Object::Str(text), _) => Self::Text(text.clone()),
            // Zero has two signs.
            (_, Some(number)) => Self::Number((number + 0.0).to_bits()),
            _ => Self::Other(key.repr()),
        }
    }
}

impl<T> Default for Dict<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T> Dict<T> {
    /// Puts a value under a key.
    pub fn put(&mut self, key: Object, value: T) {
        let alike = self.places.entry(Hash::of(&key)).or_default();
        let mut known = alike.iter().copied();
        match known.find(|at| self.items[*at].0.is_key(&key)) {
            Some(place) => self.items[place].1 = value,
            None => {
                // No number that is none is equal to another: nobody looks for it again.
                if key.number().is_none_or(|number| !number.is_nan()) {
                    alike.push(self.items.len());
                }
                self.items.push((key, value));
            }
        }
    }

    /// The items, in order.
    pub fn items(self) -> Vec<(Object, T)> {
        self.items
    }
}

fn iso(moment: &Moment) -> String {
    let [year, month, day] = moment.date;
    let mut out = format!("{year:04}-{month:02}-{day:02}");
    if let Some([hour, minute, second, micro]) = moment.time {
        out.push_str(&format!(" {hour:02}:{minute:02}:{second:02}"));
        if micro > 0 {
            out.push_str(&format!(".{micro:06}"));
        }
    }
    if let Some(zone) = moment.zone {
        let sign = if zone < 0 { '-' } else { '+' };
        let size = zone.abs();
        out.push_str(&format!("{sign}{:02}:{:02}", size / 60, size % 60));
    }
    out
}

fn moment_repr(moment: &Moment) -> String {
    let [year, month, day] = moment.date;
    let Some([hour, minute, second, micro]) = moment.time else {
        return format!("datetime.date({year}, {month}, {day})");
    };
    let mut numbers = vec![year, month, day, hour, minute];
    if micro > 0 {
        numbers.extend([second, micro]);
    } else if second > 0 {
        numbers.push(second);
    }
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let zone = match moment.zone {
        None => String::new(),
        Some(0) => ", tzinfo=datetime.timezone.utc".to_owned(),
        Some(minutes) => {
            let days = minutes.div_euclid(24 * 60);
            let seconds = minutes.rem_euclid(24 * 60) * 60;
            let mut parts = Vec::new();
            if days != 0 {
                parts.push(format!("days={days}"));
            }
            if seconds != 0 {
                parts.push(format!("seconds={seconds}"));
            }
            let delta = parts.join(", ");
            format!(", tzinfo=datetime.timezone(datetime.timedelta({delta}))")
        }
    };
    format!("datetime.datetime({}{zone})", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_python_shows() {
        let date = Moment::of("2024-1-2").map(Object::Moment).unwrap();
        let moment = Moment::of("2001-12-14t21:59:43.1-05:00").map(Object::Moment);
        let moment = moment.unwrap();
        assert_eq!(date.str().as_deref(), Some("2024-01-02"));
        assert_eq!(
            moment.str().as_deref(),
            Some("2001-12-14 21:59:43.100000-05:00")
        );
        let list = Object::List(vec![date, moment, Object::Bytes(vec![b'a', 0xff])]);
        assert_eq!(
            list.str().as_deref(),
            Some(
                "[datetime.date(2024, 1, 2), datetime.datetime(2001, 12, 14, 21, 59, 43, 100000, \
                 tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=68400))), b'a\\xff']"
            )
        );
        assert_eq!(Object::Int("9".repeat(4301)).str(), None);
    }

    #[test]
    fn keys_meet_by_value() {
        let mut dict = Dict::default();
        dict.put(Object::Int("1".into()), 'a');
        dict.put(Object::Str("1".into()), 'b');
        dict.put(Object::Bool(true), 'c');
        dict.put(Object::Str("1".into()), 'd');
        let items = [
            (Object::Int("1".into()), 'c'),
            (Object::Str("1".into()), 'd'),
        ];
        assert_eq!(dict.items(), items);
    }
}
