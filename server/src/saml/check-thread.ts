import { Worker } from 'node:worker_threads'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { FairQueue, type QueueKey } from '@granary/control-plane/database/fair-queue.ts'
import {
  type SamlMetadata,
  type SamlProvider,
  SamlRefusal,
  type SamlSubject,
} from '@granary/control-plane/kit/base/saml.ts'
import type { ProviderMetadata } from './metadata.ts'
import type { Checks } from './saml.ts'

/** What the thread checks, and what it answers. */
export type Check = { provider: SamlProvider; response: string; now: Date } | { metadata: SamlMetadata }
export type Checked = Answer | Failure
type Answer = { subject: SamlSubject } | { metadata: ProviderMetadata }
type Failure = { refused: string; detail: string | null } | { failed: string }

/** Longest check; milliseconds. The largest answer takes less than a second, the largest metadata a sixth of one. */
const MAX_CHECK_MS = 10_000

const WORKER = new URL('./check-worker.ts', import.meta.url)

/**
 * Checks the answers and the metadata of identity providers in a thread of its own, one after the other in turns of the silos: a
 * provider can sign answers whose check takes 0.6 seconds, in which the server would answer no other request. The thread begins with
 * the first check.
 */
export function checkThread(): Checks & { close: () => Promise<void> } {
  const waiting = new FairQueue<() => void>()
  const counts = new Map<string, number>()
  let isBusy = false
  let worker: Worker | null = null
  let settle: (checked: Checked) => void = () => {}

  const begin = (): Worker => {
    const begun = new Worker(WORKER)
    // A server that stops does not wait for it.
    begun.unref()
    begun.on('message', (checked: Checked) => {
      if (worker === begun) settle(checked)
    })
    // The next check needs another thread from the error on, which comes before the exit.
    const fail = (failed: string) => {
      if (worker !== begun) return
      worker = null
      settle({ failed })
    }
    begun.on('error', (error) => fail(String(error)))
    begun.on('exit', () => fail('the thread that checks SAML has ended'))
    return begun
  }

  const run = (check: Check): Promise<Checked> => {
    const own = (worker ??= begin())
    const { promise, resolve } = Promise.withResolvers<Checked>()
    const timer = setTimeout(() => {
      worker = null
      void own.terminate()
      resolve({ refused: 'it took too long to check', detail: null })
    }, MAX_CHECK_MS)
    settle = (checked) => {
      clearTimeout(timer)
      resolve(checked)
    }
    own.postMessage(check)
    return promise
  }

  const next = () => {
    const resume = waiting.shift()
    if (resume) resume()
    else isBusy = false
  }

  const turnOf = (lane: QueueKey): Promise<void> | void => {
    if (isBusy) return new Promise((resolve) => waiting.push(lane, resolve))
    isBusy = true
  }

  /** @param lane so that much metadata of a silo delays its sign-ins by one at a time. */
  const inTurn = async (lane: QueueKey, check: Check): Promise<Answer> => {
    await turnOf(lane)
    try {
      return answerOf(await run(check))
    } finally {
      next()
    }
  }

  return {
    async readMetadata(metadata) {
      const answer = await inTurn({ silo: metadata.siloId, user: 'metadata' }, { metadata })
      return (answer as { metadata: ProviderMetadata }).metadata
    },

    async validate(provider, response, now) {
      const { siloId } = provider
      const count = counts.get(siloId) ?? 0
      if (count >= LIMITS.samlChecks.max) throw new SamlRefusal(limitMessage('samlChecks'))
      counts.set(siloId, count + 1)
      try {
        const answer = await inTurn({ silo: siloId, user: 'answers' }, { provider, response, now })
        return (answer as { subject: SamlSubject }).subject
      } finally {
        const left = counts.get(siloId)! - 1
        if (left === 0) counts.delete(siloId)
        else counts.set(siloId, left)
      }
    },
    close: async () => void (await worker?.terminate()),
  }
}

function answerOf(checked: Checked): Answer {
  if ('refused' in checked) throw new SamlRefusal(checked.refused, checked.detail)
  if ('failed' in checked) throw new Error(checked.failed)
  return checked
}
