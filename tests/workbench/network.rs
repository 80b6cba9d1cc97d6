//! Skills from a real server: looked into, installed, updated; and given up while nothing comes.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::harness::{Bench, skill};
use super::server::{Answer, Server};
use skillkiln::exchange::Net;
use skillkiln::exchange::limits::Limits;
use skillkiln::exchange::net::roots_of_pem;
use skillkiln::library::Dirs;
use skillkiln::workbench::app::Message;
use skillkiln::workbench::app::exchange::{Errand, News, Order, Site};
use skillkiln::workbench::run::courier::{Courier, Travels};

fn net(server: &Server) -> Net {
    Net {
        github: "github.com".to_owned(),
        token: None,
        roots: roots_of_pem(server.pem.as_bytes()).expect("a certificate"),
        limits: Limits::default(),
    }
}

#[test]
fn from_a_server_into_the_list_and_up_to_date() {
    let text = Arc::new(Mutex::new(skill("pdf", "Reads PDF files. Use it.")));
    let served = text.clone();
    let server = Server::start(move |path| match path {
        "/pdf/SKILL.md" => Answer::Whole(served.lock().expect("a text").clone().into_bytes()),
        _ => Answer::Status(404),
    });
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench.over(Courier::over(net(&server)));
    bench.keys(&format!("i{}<Enter>", server.address("/none/SKILL.md")));
    bench.shows("is not there").keys("<Ctrl+U>");
    bench.keys(&format!("{}<Enter>", server.address("/pdf/SKILL.md")));
    bench
        .shows("fetched")
        .shows("Reads PDF files.")
        .keys("i")
        .shows("pdf is installed");
    *text.lock().expect("a text") = skill("pdf", "Reads PDF files better. Use it.");
    bench
        .keys("O")
        .shows("1 update")
        .keys("uy")
        .shows("pdf is updated");
    let here = bench.file("skills/custom/pdf/SKILL.md").expect("a file");
    assert!(here.contains("better"), "{here}");
}

#[test]
fn what_does_not_come_is_given_up_at_once() {
    let server = Server::start(|_| Answer::Silence);
    let bench = Bench::new(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let dirs = Dirs::at(folder.path().join("state"), folder.path().join("config"));
    let (sender, receiver) = mpsc::channel();
    let mut travels = Travels::start(dirs, Some(net(&server)), move |message| {
        let _ = sender.send(message);
    })
    .expect("threads");
    let order = |generation| Order {
        generation,
        site: Site::of(&bench.model),
        errand: Errand::Look(server.address("/x.zip")),
    };
    travels.order(order(1));
    travels.cancel();
    let heard = |wanted: u64| loop {
        let message = receiver
            .recv_timeout(Duration::from_secs(20))
            .expect("an answer");
        if let Message::Exchange {
            generation,
            news: News::Looked(Err(why)),
        } = message
        {
            assert_eq!(generation, wanted);
            return why;
        }
    };
    assert!(heard(1).contains("cancelled"));
    // Another order gives up the one before.
    travels.order(order(2));
    travels.order(order(3));
    assert!(heard(2).contains("cancelled"));
    travels.cancel();
    assert!(heard(3).contains("cancelled"));
}
