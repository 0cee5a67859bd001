import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endProcess, findProcesses } from '../compute-qemu/src/machines/process.ts'
import { removeNetworks } from '../compute-qemu/src/testing/networks.ts'

/**
 * Ends the machines and networks of a server that has ended. They outlive it, as users want it.
 * @param data the server's data folder.
 */
export async function endMachines(data: string): Promise<void> {
  const folder = join(data, 'compute', 'qemu')
  const processes = await findProcesses()
  for (const id of await readdir(join(folder, 'machines')).catch(() => [])) {
    const pid = processes.get(id)
    if (pid !== undefined) await endProcess(pid, id)
  }
  await removeNetworks(folder)
}
