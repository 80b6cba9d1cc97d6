//! Functions of Python itself and of its library whose result the arguments tell.

use std::rc::Rc;

use super::files;
use super::object::{MOST_ITEMS, Object, Table};
use super::runner::{Run, Runner};
use super::string;

/// Every name that Python gives a module without being asked (3.13).
const NAMES: &str = "\
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup \
BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError \
ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError \
DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception \
ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning \
GeneratorExit IOError ImportError ImportWarning IndentationError IndexError \
InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError \
ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError \
OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError \
PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError \
RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError \
SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError \
UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning \
ValueError Warning WindowsError ZeroDivisionError __annotations__ __build_class__ \
__builtins__ __debug__ __doc__ __import__ __loader__ __name__ __package__ __path__ \
__spec__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr \
classmethod compile complex copyright credits delattr dict dir divmod enumerate eval \
exec exit filter float format frozenset getattr globals hasattr hash help hex id input \
int isinstance issubclass iter len license list locals map max memoryview min next \
object oct open ord pow print property quit range repr reversed round set setattr slice \
sorted staticmethod str sum super tuple type vars zip \
";

/// Whether a name is one of Python's own.
pub(super) fn is_builtin(name: &str) -> bool {
    NAMES.split_ascii_whitespace().any(|known| known == name)
}

impl<'t> Runner<'_, 't> {
    /// A call of something that is not of this module; `None` when the result is not known.
    pub(super) fn library(
        &mut self,
        name: &str,
        args: &[Object<'t>],
        keywords: &[(&'t str, Object<'t>)],
    ) -> Run<Option<Object<'t>>> {
        if name == "dict" {
            return Ok(dict(args, keywords));
        }
        if matches!(name, "open" | "io.open" | "codecs.open") {
            let path = args.first().and_then(files::path_of);
            let plain = args.get(1).is_none_or(|mode| reads(mode))
                && keywords.iter().all(|(key, value)| match *key {
                    "mode" => reads(value),
                    "encoding" => files::is_utf8(value),
                    _ => false,
                });
            return Ok(path
                .filter(|_| plain)
                .map(|path| Object::File(Rc::from(path))));
        }
        if !keywords.is_empty() {
            return Ok(None);
        }
        let text = |at: usize| match args.get(at) {
            Some(Object::Text(text)) => Some(text.to_string()),
            _ => None,
        };
        let all = |args: &[Object<'t>]| args.first().and_then(Object::items);
        let path = |args: &[Object<'t>]| args.first().and_then(files::path_of);
        Ok(match (name, args) {
            ("textwrap.dedent", [_]) => text(0).map(|text| Object::text(string::dedent(&text))),
            ("inspect.cleandoc", [_]) => text(0)
                .and_then(|text| string::cleandoc(&text))
                .map(Object::text),
            ("str", []) => Some(Object::text("")),
            ("str", [one]) => one.shown().map(Object::text),
            ("repr", [one]) => one.quoted().map(Object::text),
            ("bool", [one]) => one.truth().map(Object::Bool),
            ("len", [one]) => match one {
                Object::Text(text) => Some(Object::Int(text.chars().count() as i128)),
                one => one.items().map(|items| Object::Int(items.len() as i128)),
            },
            ("list", []) => Some(Object::list(Vec::new())),
            ("list", [_]) => all(args).map(Object::list),
            ("tuple", [_]) => all(args).map(|items| Object::Tuple(Rc::from(items))),
            ("sorted", [_]) => all(args)
                .and_then(|items| files::sorted(&items))
                .map(Object::list),
            ("reversed", [_]) => {
                all(args).map(|items| Object::list(items.into_iter().rev().collect()))
            }
            ("enumerate", [_]) => all(args).map(|items| {
                let pairs = items.into_iter().enumerate();
                let pair = |(at, item)| Object::Tuple(Rc::from([Object::Int(at as i128), item]));
                Object::list(pairs.map(pair).collect())
            }),
            ("zip", [one, other]) => match (one.items(), other.items()) {
                (Some(one), Some(other)) => {
                    let pairs = one.into_iter().zip(other);
                    let pair = |(one, other)| Object::Tuple(Rc::from([one, other]));
                    Some(Object::list(pairs.map(pair).collect()))
                }
                _ => None,
            },
            ("range", [Object::Int(end)]) => range(0, *end),
            ("range", [Object::Int(start), Object::Int(end)]) => range(*start, *end),
            ("print", _) => Some(Object::None),
            ("Path" | "pathlib.Path" | "pathlib.PurePath", [_]) => {
                path(args).map(|path| Object::Path(Rc::from(path)))
            }
            ("os.path.join", [_, rest @ ..]) => {
                let mut whole = path(args);
                for part in rest {
                    let part = files::path_of(part);
                    whole = whole
                        .zip(part)
                        .map(|(whole, part)| files::joined(&whole, &part));
                }
                whole.map(Object::text)
            }
            ("os.path.dirname", [_]) => path(args).map(|path| Object::text(files::parent(&path))),
            ("os.path.basename", [_]) => path(args).map(|path| Object::text(files::last(&path))),
            ("os.path.abspath" | "os.path.realpath" | "os.path.normpath" | "os.fspath", [_]) => {
                path(args).map(|path| Object::text(files::straight(&path)))
            }
            ("os.path.exists" | "os.path.isfile", [_]) => path(args)
                .and_then(|path| self.files.is_file(&path))
                .map(Object::Bool),
            ("os.listdir", [_]) => path(args).and_then(|path| {
                let names = self.files.names(&path)?;
                Some(Object::list(names.iter().map(Object::text).collect()))
            }),
            _ => None,
        })
    }
}

/// Whether a mode opens a file for reading its text.
fn reads<'t>(mode: &Object<'t>) -> bool {
    matches!(mode, Object::Text(mode) if matches!(&**mode, "r" | "rt"))
}

fn range<'t>(start: i128, end: i128) -> Option<Object<'t>> {
    let few = end.saturating_sub(start) <= MOST_ITEMS as i128;
    few.then(|| Object::list((start..end).map(Object::Int).collect()))
}

/// `dict(other, key=value)`.
fn dict<'t>(args: &[Object<'t>], keywords: &[(&'t str, Object<'t>)]) -> Option<Object<'t>> {
    let mut table = Table::default();
    match args {
        [] => {}
        [other @ Object::Dict(_)] => table.update(other),
        [pairs] => {
            for pair in pairs.items()? {
                let [key, value] = &pair.items()?[..] else {
                    return None;
                };
                table.put(key.clone(), value.clone());
            }
        }
        _ => return None,
    }
    for (key, value) in keywords {
        table.put(Object::text(key), value.clone());
    }
    Some(Object::dict(table))
}
