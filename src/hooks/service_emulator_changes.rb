# What of Ruby goes by the time that a command shares with the emulator.
module ServiceEmulatorChanges
  TIME = ServiceEmulatorTime
  UNITS = { float_millisecond: 1e3, float_microsecond: 1e6, second: 1, millisecond: 1000, microsecond: 1_000_000, nanosecond: 1_000_000_000 }.freeze
  WALLS = %i[CLOCK_REALTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_BOOTTIME].filter_map { |name| Process.const_get(name) if Process.const_defined?(name) }

  module Clock
    def clock_gettime(id, unit = :float_second)
      return super unless WALLS.include?(id)
      super.then { |real| real + (TIME.ahead * UNITS.fetch(unit, 1.0)).then { |by| real.is_a?(Integer) ? by.to_i : by } }
    end
    def _fork = super.tap { |pid| ServiceEmulatorChannel.join if pid.zero? }
  end
  module Now
    def now(**more) = at(0, Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond), :nsec, **more)
    def new(*given, **more) = given.empty? ? now(**more) : super
  end
  module Sleep
    def sleep(*given)
      return TIME.noted(nil, []) { super } unless given in [Numeric => seconds] and seconds > 0
      from = TIME.now
      TIME.noted(from + seconds, [], true) { super }
      (TIME.now - from).round
    end
  end
  Readable = Module.new { def wait_readable(seconds = nil) = TIME.wait(seconds, [self]) { |rest| super(rest) } }
  module Select
    def select(reads, writes = nil, others = nil, seconds = nil) = TIME.wait(seconds, reads.to_a) { |rest| super(reads, writes, others, rest) }
  end
  module Join
    def join(limit = nil) = limit ? TIME.wait(limit) { |rest| super(rest) } : super()
  end
  module Pop
    def pop(*given, timeout: nil) = timeout ? TIME.wait(timeout) { |rest| super(*given, timeout: rest) } : super(*given)
  end
  Child = Module.new { %i[system ` wait wait2 waitpid waitpid2].each { |name| define_method(name) { |*given, **more| TIME.wait(nil) { super(*given, **more) } } } }
end
