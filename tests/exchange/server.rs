//! A real HTTPS server on loopback, with a certificate made here.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What a route answers.
#[derive(Clone)]
pub enum Answer {
    /// These bytes.
    Whole(Vec<u8>),
    /// A status without a body.
    Status(u16),
    /// A redirect to this address.
    To(String),
    /// A length, and fewer bytes than that.
    Cut(usize, Vec<u8>),
    /// Bytes without a length, for ever.
    Endless,
    /// Nothing, as long as the client waits.
    Silence,
    /// Some bytes, then nothing.
    Stalled(Vec<u8>),
}

/// One request: path and query, and the authorization that came with it.
pub type Asked = (String, Option<String>);

pub struct Server {
    /// `127.0.0.1:port`.
    pub host: String,
    /// Its certificate, PEM.
    pub pem: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Answers every request by what `route` says of its path.
    pub fn start(route: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(ring)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (config, route, noted) = (Arc::new(config), Arc::new(route), Arc::clone(&asked));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (config, route) = (Arc::clone(&config), Arc::clone(&route));
                let noted = Arc::clone(&noted);
                // A client that goes away is none of the server's business.
                thread::spawn(move || serve(stream, config, &*route, &noted).ok());
            }
        });
        Self {
            host,
            pem: made.cert.pem(),
            asked,
        }
    }

    pub fn address(&self, path: &str) -> String {
        format!("https://{}{path}", self.host)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(
    stream: TcpStream,
    config: Arc<ServerConfig>,
    route: &dyn Fn(&str) -> Answer,
    asked: &Mutex<Vec<Asked>>,
) -> std::io::Result<()> {
    let connection = ServerConnection::new(config).map_err(std::io::Error::other)?;
    let mut stream = StreamOwned::new(connection, stream);
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        request.push(byte[0]);
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let token = request.lines().find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case("authorization")
            .then(|| value.to_owned())
    });
    asked.lock().unwrap().push((path.clone(), token));
    let head = |status: u16, rest: String| {
        format!("HTTP/1.1 {status} X\r\nConnection: close\r\n{rest}\r\n").into_bytes()
    };
    let length = |length: usize| format!("Content-Length: {length}\r\n");
    match route(&path) {
        Answer::Whole(body) => {
            stream.write_all(&head(200, length(body.len())))?;
            stream.write_all(&body)?;
        }
        Answer::Status(status) => stream.write_all(&head(status, length(0)))?,
        Answer::To(to) => {
            stream.write_all(&head(302, format!("Location: {to}\r\n{}", length(0))))?;
        }
        Answer::Cut(said, body) => {
            stream.write_all(&head(200, length(said)))?;
            stream.write_all(&body)?;
        }
        Answer::Endless => {
            stream.write_all(&head(200, String::new()))?;
            loop {
                stream.write_all(&[b'x'; 65_536])?;
            }
        }
        Answer::Silence => until_it_goes(&mut stream),
        Answer::Stalled(body) => {
            stream.write_all(&head(200, length(body.len() + 1)))?;
            stream.write_all(&body)?;
            stream.flush()?;
            until_it_goes(&mut stream);
        }
    }
    stream.conn.send_close_notify();
    stream.flush()
}

fn until_it_goes(stream: &mut impl Read) {
    while stream.read(&mut [0; 16]).is_ok_and(|count| count > 0) {}
}
