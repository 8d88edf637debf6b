require_relative "orders"

# A sandbox for each example. Call it as emulator.call("POST", "/faults", {...}).
module EmulatorHelp
  attr_reader :emulator

  def begin_sandbox
    token = {}
    url = URI(ENV["SERVICE_EMULATOR_URL"])
    @emulator = lambda do |method, path, body = nil|
      answer = Net::HTTP.start(url.host, url.port) { |http| http.send_request(method, "/_emulator#{path}", body && JSON.generate(body), token) }
      raise answer.body if answer.code.to_i >= 300
      answer.body.to_s.empty? ? nil : JSON.parse(answer.body)
    end
    sandbox = emulator.call("POST", "/sandboxes", { from: "empty" })
    Orders.key = sandbox["keys"][0]["key"]
    token["x-emulator-token"] = sandbox["token"]
    -> { token.clear && emulator.call("DELETE", "/sandboxes/#{sandbox['id']}") }
  end
end

RSpec.configure do |config|
  config.include EmulatorHelp
  config.around do |example|
    over = begin_sandbox
    example.run
    over.call
  end
end
