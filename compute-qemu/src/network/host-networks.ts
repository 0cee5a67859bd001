import type { MachineNic, NicCounters } from '@granary/compute/machine.ts'
import type { Gap, NetworkSpec } from '@granary/compute/network.ts'

/**
 * The networks of this host: a network namespace for each VPC, with a tap for each interface of a running machine. They live in
 * the kernel, so packets pass while the server is down, and a server that starts finds them again.
 */
export interface HostNetworks {
  /**
   * Makes packets follow this network. Does nothing for a version that they follow already.
   * @returns what cannot be carried out here.
   */
  ensure(network: NetworkSpec): Promise<Gap[]>
  /** Deletes the network. Its namespace stays while a tap is in it, but no packets pass. Succeeds for an unknown network. */
  remove(networkId: string): Promise<void>
  /** Returns the networks that packets follow. */
  list(): Promise<{ id: string; version: string; gaps: Gap[] }[]>
  /**
   * Returns the words of a command that runs the command after it in the namespace of a network, which is made if it is missing.
   * @param networkId null for a namespace without any interface, for machines that have none.
   */
  enter(networkId: string | null): Promise<string[]>
  /**
   * Makes the tap of an interface in the namespace of its network, or finds it again. QEMU opens it by its name inside `enter`.
   * It passes no packets before a network names the interface.
   * @param uid owner of the process that opens it; null for that of the server.
   */
  addTap(machineId: string, nic: MachineNic, uid: number | null): Promise<{ name: string }>
  /** Deletes a tap. Succeeds if there is none. */
  removeTap(nicId: string): Promise<void>
  /** Deletes the taps of all interfaces but these, such as those that a killed server has left. */
  keepTaps(nicIds: ReadonlySet<string>): Promise<void>
  /** Returns what guests have sent and received; taps that do not exist are left out. */
  counters(nicIds: readonly string[]): Promise<NicCounters[]>
  /** Returns the networks whose addresses the host can have for machines, in CIDR notation. */
  externalNetworks(): readonly string[]
  /** Calls a listener when gaps have changed without a request: `list` has them. @returns a function that ends this. */
  onGaps(listener: () => void): () => void
  /** Ends the work of this process. Packets pass on. */
  close(): Promise<void>
}
