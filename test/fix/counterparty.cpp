// Somebody else's FIX engine (QuickFIX) for tests, as either end: its settings say which. It sends the messages
// that stand on its standard input, one a line as tag=value|tag=value, and writes what the session hears to its
// standard output. It asks for the signature of each logon by a line SIGN and reads it from a line SIG.
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <quickfix/Application.h>
#include <quickfix/DataDictionary.h>
#include <quickfix/DataDictionaryProvider.h>
#include <quickfix/FileStore.h>
#include <quickfix/Group.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>

namespace {
std::mutex lock;
std::condition_variable signedNow;
std::string signature;
bool isAcceptor = false;

void say(const std::string &line) {
  std::lock_guard<std::mutex> guard(lock);
  std::cout << line << std::endl;
}

std::string shown(const FIX::Message &message) {
  std::string text = message.toString();
  for (char &c : text)
    if (c == '\001') c = '|';
  return text;
}

class Client : public FIX::Application {
  void onCreate(const FIX::SessionID &) override {}
  void onLogon(const FIX::SessionID &) override { say("ON"); }
  void onLogout(const FIX::SessionID &) override { say("OFF"); }
  void toAdmin(FIX::Message &message, const FIX::SessionID &) override {
    if (isAcceptor || message.getHeader().getField(35) != "A") return;
    const auto &header = message.getHeader();
    say("SIGN A|" + header.getField(49) + "|" + header.getField(56) + "|" + header.getField(34) + "|" + header.getField(52));
    std::unique_lock<std::mutex> guard(lock);
    signedNow.wait(guard, [] { return !signature.empty(); });
    message.setField(95, std::to_string(signature.size()));
    message.setField(96, signature);
    signature.clear();
  }
  void toApp(FIX::Message &, const FIX::SessionID &) throw(FIX::DoNotSend) override {}
  void fromAdmin(const FIX::Message &message, const FIX::SessionID &) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
    const std::string type = message.getHeader().getField(35);
    if (type == "3" || type == "5") say("ADMIN " + shown(message));
  }
  void fromApp(const FIX::Message &message, const FIX::SessionID &) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::UnsupportedMessageType) override {
    say("APP " + shown(message));
  }
};

// The tag that opens each entry of a repeating group, by the tag that counts them; groups stand last in a line.
int opensEntry(int count, const std::string &type) {
  if (count == 268) return type == "X" ? 279 : 269;
  return count == 146 ? 55 : 0;
}

void send(const std::string &line, const FIX::SessionID &session) {
  FIX::Message message;
  std::string type;
  int count = 0, opens = 0;
  std::unique_ptr<FIX::Group> entry;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find('|', at), line.size());
    const size_t sign = line.find('=', at);
    const int tag = std::stoi(line.substr(at, sign - at));
    const std::string value = line.substr(sign + 1, end - sign - 1);
    at = end + 1;
    if (opens == 0 && opensEntry(tag, type) != 0) {
      count = tag;
      opens = opensEntry(tag, type);
    } else if (tag == 35) {
      type = value;
      message.getHeader().setField(tag, value);
    } else if (opens == 0) {
      message.setField(tag, value);
    } else {
      if (tag == opens) {
        if (entry) message.addGroup(*entry);
        entry.reset(new FIX::Group(count, opens));
      }
      entry->setField(tag, value);
    }
  }
  if (entry) message.addGroup(*entry);
  FIX::Session::sendToTarget(message, session);
}
// Groups of a request for prices: without them a second entry is a tag that stands twice.
FIX::DataDictionaryProvider groups() {
  FIX::DataDictionary types, issues;
  types.addField(269);
  issues.addField(55);
  ptr::shared_ptr<FIX::DataDictionary> known(new FIX::DataDictionary());
  known->addGroup("V", 267, 269, types);
  known->addGroup("V", 146, 55, issues);
  FIX::DataDictionaryProvider provider;
  provider.addTransportDataDictionary(FIX::BeginString("FIX.4.4"), known);
  return provider;
}
} // namespace

int main(int, char **arguments) {
  FIX::SessionSettings settings(arguments[1]);
  Client client;
  FIX::FileStoreFactory store(settings);
  const FIX::SessionID session = *settings.getSessions().begin();
  isAcceptor = settings.get(session).getString("ConnectionType") == "acceptor";
  std::unique_ptr<FIX::Acceptor> acceptor;
  std::unique_ptr<FIX::Initiator> initiator;
  if (isAcceptor) {
    acceptor.reset(new FIX::SocketAcceptor(client, store, settings));
    FIX::Session::lookupSession(session)->setDataDictionaryProvider(groups());
    acceptor->start();
  } else {
    initiator.reset(new FIX::SocketInitiator(client, store, settings));
    initiator->start();
  }
  for (std::string line; std::getline(std::cin, line);) {
    if (line.rfind("SIG ", 0) == 0) {
      std::lock_guard<std::mutex> guard(lock);
      signature = line.substr(4);
      signedNow.notify_all();
    } else if (!line.empty()) {
      send(line, session);
    }
  }
  if (acceptor) acceptor->stop();
  if (initiator) initiator->stop();
}
