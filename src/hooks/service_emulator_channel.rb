# Where the emulator asks what this process waits for, and tells it what was skipped.
module ServiceEmulatorChannel
  TIME = ServiceEmulatorTime
  SELECT = IO.method(:select)
  class << self
    attr_reader :thread
    # What is under way here, as the emulator is told it.
    def look
      answer = { isBusy: false, asking: [], children: [], workers: [], made: TIME.made, twice: true }
      (Thread.list - [thread]).each do |each|
        due, ios = TIME::WAITING[each]
        # One that waits without an end waits for another.
        answer[:outside] = "what a thread computes, or is blocked by" unless ios || each.inspect.include?("sleep_forever")
        answer[:isBusy] ||= each.pending_interrupt? || ios.to_a.any? && !SELECT.call(ios, nil, nil, 0).nil? # Raised, or read, soon.
        answer[:asking].concat(ios.to_a.filter_map { |io| ports(io) })
        answer[:nextMs] = [[0, 1000 * (due - TIME.now)].max, answer[:nextMs]].compact.min if due
      rescue IOError then answer[:isBusy] = true # What it looked at is closed.
      end
      answer
    end
    def ports(io)
      [io.to_io.local_address.ip_port, io.to_io.remote_address.ip_port]
    rescue SystemCallError, SocketError, NoMethodError
      io.to_io.is_a?(UNIXSocket) ? [0, 0] : nil
    end
    def wake = TIME::WAITING.to_a.each { |each, (due, _, is_woken)| each.wakeup if is_woken && due <= TIME.now && each.alive? }
    def join
      TIME.move(File.binread(File.join(__dir__, "skipped")).unpack1("d") / 1000, true)
      channel = UNIXSocket.new(File.join(__dir__, "socket"))
      say = ->(what) { channel.puts(JSON.generate(what)) }
      say.call(pid: Process.pid, parent: Process.ppid, thread: 0, name: File.basename($PROGRAM_NAME))
      @thread = Thread.new do
        loop { wake until SELECT.call([channel], nil, nil, TIME::SLICE); break unless (line = channel.gets); hear(JSON.parse(line), say) }
      end
    rescue SystemCallError
      nil # Without a channel, time is real.
    end
    def hear(said, say) = said["ask"] ? say.call(look.merge(ask: said["ask"])) : (TIME.move(said["skipped"] / 1000.0, said["go"]); wake)
  end
end
