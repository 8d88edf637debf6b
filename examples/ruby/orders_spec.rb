require_relative "spec_helper"

RSpec.describe Orders do
  it "sends an order" do
    expect(Orders.track("ada@example.com", "1001")).to eq 1
    expect(emulator.call("GET", "/state/events")["records"]).not_to be_empty
  end

  it "waits out a 429" do
    emulator.call("POST", "/faults", { operation: "create_event", status: 429, retryAfter: 60, times: 1 })
    expect(Orders.track("ada@example.com", "1002")).to eq 2
    statuses = emulator.call("GET", "/requests")["requests"].map { |each| each["status"] }
    expect(statuses).to contain_exactly(202, 429)
  end
end
