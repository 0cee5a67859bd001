import { parentPort } from 'node:worker_threads'
import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { checksHere } from './saml.ts'
import type { Check, Checked } from './check-thread.ts'

// The thread of `check-thread.ts`: it does one check after the other.
const { validate, readMetadata } = checksHere()

async function check(asked: Check): Promise<Checked> {
  try {
    if ('metadata' in asked) return { metadata: await readMetadata(asked.metadata) }
    return { subject: await validate(asked.provider, asked.response, asked.now) }
  } catch (error) {
    if (error instanceof SamlRefusal) return { refused: error.message, detail: error.detail }
    return { failed: String(error) }
  }
}

parentPort!.on('message', (asked: Check) => {
  void check(asked).then((checked) => parentPort!.postMessage(checked))
})
