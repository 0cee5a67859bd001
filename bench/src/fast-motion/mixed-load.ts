import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVES } from './lives.ts'
import { openSession, type Session, signIn } from './session.ts'

/** Clients of each kind that work at the same time. */
const CLIENTS = { machine: 12, upload: 2, project: 2, small: 20 } as const
const PROJECTS = 8
const STREAMS = 20
/** Milliseconds between two sign-ins. A session counts as unused after a minute of the host's time. */
const SIGN_IN_MS = 2_000
/** One of so many sign-ins has the wrong password, each with another name. */
const WRONG_EACH = 4
/** Longest time that an event stream stays open; milliseconds. */
const STREAM_MS = 20_000

/** Runs clients of every kind until it is told to stop. */
export type MixedLoad = { requests: () => number; stop: () => Promise<void>; failed: Promise<never> }

/** Starts clients that create, change and delete, and others that sign in or listen. */
export async function startLoad(url: string): Promise<MixedLoad> {
  const session = await openSession(url, 64)
  const limits = { cpus: 10_000, memory: 2 ** 44, storage: 2 ** 50 }
  await session.must('PUT', '/v1/system/silos/main/quotas', limits)
  const projects = Array.from({ length: PROJECTS }, (_, n) => `load-${n}`)
  for (const name of projects) await session.must('POST', '/v1/projects', { name, description: '' })
  const stopping = new AbortController()
  const { signal } = stopping
  let made = 0
  const again = async (turn: () => Promise<void>) => {
    while (!signal.aborted) await turn()
  }
  const clients = Object.entries(CLIENTS).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, n) =>
      again(() => LIVES[kind as keyof typeof LIVES](session, projects[n % PROJECTS]!, `${kind}-${made++}`)),
    ),
  )
  const listeners = Array.from({ length: STREAMS }, () => again(() => listen(session, signal)))
  const all = [...clients, ...listeners, signInOften(session, signal)]
  const failed = new Promise<never>((_, reject) => {
    for (const one of all) one.catch(reject)
  })
  failed.catch(() => {})
  return {
    requests: () => session.requests,
    failed,
    async stop() {
      stopping.abort()
      await Promise.allSettled(all)
      session.agent.destroy()
    },
  }
}

/** Reads the event stream for a while. */
function listen({ url, cookie }: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const headers = { cookie, accept: 'text/event-stream' }
    const outgoing = get(`${url}/experimental/v1/events`, { agent: false, headers, signal }, (stream) =>
      stream.resume().once('close', resolve),
    )
    const timer = setTimeout(() => outgoing.destroy(), 1_000 + Math.random() * STREAM_MS)
    outgoing.once('error', () => {})
    outgoing.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function signInOften(session: Session, signal: AbortSignal): Promise<void> {
  for (let turn = 1; !signal.aborted; turn++) {
    await sleep(SIGN_IN_MS)
    if (turn % WRONG_EACH === 0) await (await signIn(session.url, `nobody-${turn}`)).text()
    else await session.renew()
  }
}
