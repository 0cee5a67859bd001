import { ensureQemu } from '../../../scripts/apt.ts'
import { fetchDemoImage, startQemuServer } from './qemu-server.ts'
import { measureBoots } from './boots.ts'
import { measureCrowd } from './crowd.ts'
import type { Section } from '../report.ts'

const PORT = 8453

/** Measures real machines with QEMU, which it installs where it may. Skipped, with the reason, where this computer can't run them. */
export async function measureMachines(): Promise<Section[]> {
  const missing = await ensureQemu()
  if (missing !== null) {
    console.warn(`Skipped machines: ${missing}`)
    return []
  }
  const server = await startQemuServer(PORT)
  try {
    const imageId = await fetchDemoImage(server)
    return [await measureBoots(server, imageId), await measureCrowd(server, imageId)]
  } finally {
    await server.stop()
  }
}
