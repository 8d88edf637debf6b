# Has Ruby's bindings of libcurl trust the CA of this run, and Net::HTTP use its proxy, where they read no variable for it.
File.write(File.join(__dir__, "seen-ruby"), "", mode: "a") if ENV["HTTPS_PROXY"]

module ServiceEmulatorHook
  BUNDLE = ENV["SSL_CERT_FILE"]

  # Typhoeus and Faraday's adapter for it.
  module Ethon
    def initialize(options = {})
      super({ cainfo: BUNDLE }.merge(options))
    end

    def reset; super.tap { self.cainfo = BUNDLE }; end # Typhoeus takes one for many requests.
  end

  # Curb.
  module Curl
    def initialize(*given); super.tap { self.cacert = BUNDLE }; end
  end

  # Net::HTTP, where it is told of no proxy.
  module Direct
    def proxy_address=(given); given ? super : self.proxy_from_env = true; end
  end

  FOUND = { "ethon" => ["Ethon::Easy", Ethon], "curb" => ["Curl::Easy", Curl], "net/http" => ["Net::HTTP", Direct] }.freeze

  # What is required is changed once it is there.
  module Require
    def require(name)
      super.tap do
        next unless (of, change = FOUND[name.to_s])
        Object.const_get(of).prepend(change) if Object.const_defined?(of)
      end
    end
  end
end

Object.prepend(ServiceEmulatorHook::Require) if ServiceEmulatorHook::BUNDLE
