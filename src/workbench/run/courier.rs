//! What may wait for the network: a thread of its own, one order after the other, each of which can
//! be given up.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use super::{caught, errands};
use crate::exchange::{Cancel, Net, Progress, Watch};
use crate::library::Dirs;
use crate::workbench::app::Message;
use crate::workbench::app::exchange::{News, Order};

/// Nobody reads numbers that change more often.
const EVERY: Duration = Duration::from_millis(100);

/// Where the network is found.
#[derive(Clone, Default)]
pub struct Courier {
    /// As the environment says, where it is not given.
    net: Option<Net>,
    cancel: Cancel,
}

impl Courier {
    /// Over a network that was set up elsewhere.
    pub fn over(net: Net) -> Self {
        Self {
            net: Some(net),
            cancel: Cancel::default(),
        }
    }

    /// Carries out one order; how far it is meanwhile is told.
    pub fn carry_out(&self, order: &Order, dirs: &Dirs, tell: &mut dyn FnMut(Message)) -> News {
        let net = match &self.net {
            Some(net) => Ok(net.clone()),
            None => Net::from_env(None),
        };
        let mut told: Option<Instant> = None;
        let generation = order.generation;
        let mut progress = |progress: Progress| {
            if told.is_none_or(|told| told.elapsed() >= EVERY) {
                told = Some(Instant::now());
                let news = News::Progress(progress);
                tell(Message::Exchange { generation, news });
            }
        };
        let watch = &mut Watch {
            cancel: self.cancel.clone(),
            progress: &mut progress,
        };
        let done = caught::quietly(|| errands::travel(order, dirs, net, watch));
        done.unwrap_or_else(|why| errands::failed(order, &why))
    }
}

/// The threads: one that may wait, and one that looks how installed skills stand.
pub struct Travels {
    questions: Sender<Order>,
    orders: Sender<(Order, Courier)>,
    net: Option<Net>,
    under_way: Cancel,
}

impl Travels {
    /// Starts them; they end with this.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        dirs: Dirs,
        net: Option<Net>,
        tell: impl Fn(Message) + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let (answer, state) = (tell.clone(), dirs.clone());
        let (orders, received) = mpsc::channel::<(Order, Courier)>();
        std::thread::Builder::new()
            .name("courier".to_owned())
            .spawn(move || {
                while let Ok((order, courier)) = received.recv() {
                    let generation = order.generation;
                    let news = courier.carry_out(&order, &dirs, &mut |message| tell(message));
                    tell(Message::Exchange { generation, news });
                }
            })?;
        let (questions, asked) = mpsc::channel::<Order>();
        std::thread::Builder::new()
            .name("verifier".to_owned())
            .spawn(move || {
                while let Ok(first) = asked.recv() {
                    // Only the last one counts.
                    let order = asked.try_iter().last().unwrap_or(first);
                    let found = caught::quietly(|| errands::verified(&order, &state));
                    let news = found.unwrap_or_else(|why| errands::failed(&order, &why));
                    let generation = order.generation;
                    answer(Message::Exchange { generation, news });
                }
            })?;
        Ok(Self {
            questions,
            orders,
            net,
            under_way: Cancel::default(),
        })
    }

    /// Gives it an order; the one before is given up.
    pub fn order(&mut self, order: Order) {
        self.cancel();
        self.under_way = Cancel::default();
        let courier = Courier {
            net: self.net.clone(),
            cancel: self.under_way.clone(),
        };
        // The thread only ends with the program.
        let _ = self.orders.send((order, courier));
    }

    /// Gives it a question; an older one is passed over.
    pub fn ask(&self, order: Order) {
        // As above.
        let _ = self.questions.send(order);
    }

    /// Gives up what is under way.
    pub fn cancel(&self) {
        self.under_way.cancel();
    }
}
