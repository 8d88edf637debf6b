# The time that a command shares with the emulator, and what the threads of this process wait for.
module ServiceEmulatorTime
  REAL = Process.method(:clock_gettime)
  SLICE = 0.005 # Seconds: how soon a thread that waits sees that time was skipped.
  WAITING = {}.compare_by_identity # Of each thread: until when, for what to be readable, and whether it is woken then.
  @ahead = @released = 0 # Seconds: by what clocks go, and by what waits do: those wait until all processes know.
  @made = 0

  class << self
    attr_reader :ahead, :made

    def move(seconds, go)
      @ahead = [@ahead, seconds].max
      @released = @ahead if go
    end

    def now = REAL.call(Process::CLOCK_MONOTONIC) + @released

    def noted(*how)
      @made += 1
      before, WAITING[Thread.current] = WAITING[Thread.current], how
      yield
    ensure
      before ? WAITING[Thread.current] = before : WAITING.delete(Thread.current)
    end

    # Waits by this time. The block really waits, for so many seconds, and says whether that was all.
    def wait(seconds, ios = [])
      due = seconds && now + seconds
      noted(due, ios) do
        loop do
          rest = due && [due - now, 0].max
          found = yield(rest && [rest, SLICE].min)
          return found if found || rest.nil? || rest.zero?
        end
      end
    end
  end
end
