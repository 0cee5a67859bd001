/** What a driver can do, and how. The facts stay the same while it is open. */
export interface DriverFacts {
  /** `kvm`: the processor runs the guests. `emulated`: software does, many times slower. `simulated`: there are no guests. */
  acceleration: 'kvm' | 'emulated' | 'simulated'
  /** Why guests are emulated or simulated, as a sentence for operators; null if there is nothing to say. */
  accelerationReason: string | null
  /** What new machines boot by; null if there are no guests. */
  firmware: 'bios' | 'uefi' | null
  /** Largest MTU of a machine's interfaces; bytes. */
  mtu: number
  /** Whether packets to a multicast group reach the machines that joined it. */
  multicast: boolean
  /**
   * `shared`: every sled reaches every disk. `local`: a disk is on the sled of its spec, and only that sled runs machines with it.
   */
  storage: 'shared' | 'local'
  /** Whether `attachDisk` and `detachDisk` change a machine that is running. */
  hotplug: boolean
  /**
   * Networks in CIDR notation whose addresses can be external addresses of machines; null if any address can. Others are gaps
   * of `ensureNetwork`.
   */
  externalNetworks: readonly string[] | null
  /** Counters that the driver doesn't have: it leaves `vcpus` empty, and every count of `latencies` 0. */
  uncounted: readonly ('vcpus' | 'latencies')[]
}
