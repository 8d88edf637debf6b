# Sends orders, and reads lists side by side, by the policy that its first word names. What it draws hangs on its second.
require "json"
require "net/http"
require "zlib"

# Waits as long as it is told, or more and more, and at random; gives up; tries nothing again that was refused for good.
class Careful
  def attempts = 4
  def heedful? = true
  def wait(n, dice) = 0.1 * (3**n) * (1 + dice.rand)
end

# Waits always as long, unless it is told.
class Steady < Careful
  def wait(*) = 0.6
end

# Tries everything again, often, and whatever it is told.
class Careless < Steady
  def attempts = 9
  def heedful? = false
  def wait(*) = 0.2
end

POLICY, SEED = { "careful" => Careful, "steady" => Steady, "careless" => Careless }.fetch(ARGV[0]).new, ARGV[1]
URL = URI(ENV.fetch("SERVICE_EMULATOR_URL"))
HEADERS = { "revision" => "2026-07-15", "content-type" => "application/json",
            "authorization" => "Service-API-Key #{ENV.fetch('SERVICE_EMULATOR_API_KEY')}" }.freeze

def ask(path, body)
  Net::HTTP.start(URL.host, URL.port, read_timeout: 1.5, max_retries: 0) do |http|
    answer = body ? http.post(path, body, HEADERS) : http.get(path, HEADERS)
    [answer.code.to_i, answer["retry-after"]]
  end
rescue Timeout::Error, SystemCallError, IOError
  [0, nil]
end

def call(name, path, body = nil)
  dice, told = Random.new(Zlib.crc32(SEED + name)), nil
  POLICY.attempts.times do |n|
    sleep(told && POLICY.heedful? ? Integer(told) : POLICY.wait(n - 1, dice)) if n.positive?
    status, told = ask(path, body)
    return if status.between?(200, 299) || POLICY.heedful? && status.between?(400, 499) && status != 429
  end
end

def order(name)
  attributes = { unique_id: name, metric: { data: { type: "metric", attributes: { name: "Placed Order" } } }, properties: {} }
  # One of them belongs to nobody, and is refused for good.
  attributes[:profile] = { data: { type: "profile", attributes: { email: "#{name}@example.com" } } } if name != "order-1"
  call(name, "/api/events", JSON.generate(data: { type: "event", attributes: attributes }))
end

7.times { |number| order("order-#{number}") }
pages = (1..30).map { |size| "page%5Bsize%5D=#{size}" }
pages.map { |page| Thread.new { call(page, "/api/lists?#{page}") } }.each(&:join)
