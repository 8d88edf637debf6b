# Has the clocks and waits of Ruby go by the time that a command shares with the emulator, which moves it on while all wait.
if RUBY_VERSION >= "3.0"
  %w[io/wait json socket].each { |name| require name }
  %w[time channel changes].each { |name| require "service_emulator_#{name}" }
  changes = ServiceEmulatorChanges
  {
    Process.singleton_class => [changes::Clock], Time.singleton_class => [changes::Now],
    Kernel => [changes::Sleep], Kernel.singleton_class => [changes::Sleep], Mutex => [changes::Sleep],
    IO => [changes::Readable], IO.singleton_class => [changes::Select], Thread => [changes::Join],
    (RUBY_VERSION >= "3.2" ? Queue : nil) => [changes::Pop]
  }.each { |of, all| of&.prepend(*all) }
  # Elsewhere nobody sees what a child does.
  [Kernel, Kernel.singleton_class, Process.singleton_class].each { |of| of.prepend(changes::Child) } if RUBY_PLATFORM.include?("linux")
  # Programs wait for all threads that they find there.
  Thread.singleton_class.prepend(Module.new { def list; super - [ServiceEmulatorChannel.thread]; end })
  ServiceEmulatorChannel.join
end
