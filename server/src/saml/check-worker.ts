import { parentPort } from 'node:worker_threads'
import { SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import { createSaml } from './saml.ts'
import type { Check, Checked } from './check-thread.ts'

// The thread of `check-thread.ts`: it checks one answer after the other.
const saml = createSaml({ allowedNetworks: [] })

async function check({ provider, response, now }: Check): Promise<Checked> {
  try {
    return { subject: await saml.validate(provider, response, now) }
  } catch (error) {
    if (error instanceof SamlRefusal) return { refused: error.message, detail: error.detail }
    return { failed: String(error) }
  }
}

parentPort!.on('message', (asked: Check) => {
  void check(asked).then((checked) => parentPort!.postMessage(checked))
})
