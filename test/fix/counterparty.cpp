// A client of somebody else's FIX engine (QuickFIX) for tests. It sends the messages that stand on its standard
// input, one a line as tag=value|tag=value, and writes what the session hears to its standard output. It asks
// for the signature of each logon by a line SIGN and reads it from a line SIG.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketInitiator.h>

namespace {
std::mutex lock;
std::condition_variable signedNow;
std::string signature;

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
    if (message.getHeader().getField(35) != "A") return;
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

void send(const std::string &line, const FIX::SessionID &session) {
  FIX::Message message;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find('|', at), line.size());
    const size_t sign = line.find('=', at);
    const int tag = std::stoi(line.substr(at, sign - at));
    const std::string value = line.substr(sign + 1, end - sign - 1);
    if (tag == 35) message.getHeader().setField(tag, value);
    else message.setField(tag, value);
    at = end + 1;
  }
  FIX::Session::sendToTarget(message, session);
}
} // namespace

int main(int, char **arguments) {
  FIX::SessionSettings settings(arguments[1]);
  Client client;
  FIX::FileStoreFactory store(settings);
  FIX::SocketInitiator initiator(client, store, settings);
  const FIX::SessionID session = *settings.getSessions().begin();
  initiator.start();
  for (std::string line; std::getline(std::cin, line);) {
    if (line.rfind("SIG ", 0) == 0) {
      std::lock_guard<std::mutex> guard(lock);
      signature = line.substr(4);
      signedNow.notify_all();
    } else if (!line.empty()) {
      send(line, session);
    }
  }
  initiator.stop();
}
