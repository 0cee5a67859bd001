import { diskStates, isDiskTransitional } from '@granary/domain/disk-states.ts'
import { instanceStates, isTransitional } from '@granary/domain/instance-states.ts'
import { copyStates } from '@granary/domain/snapshot-states.ts'
import type { Entry } from '@granary/contract/commands/catalog.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { type Ask, askJson, RefusedError } from '../http.ts'
import { isItem } from '../output/show.ts'
import type { Target, World } from '../target.ts'

type Item = {
  id: string
  name: string
  start_problem?: string | null
  run_state?: string
  state?: string | { state: string }
}

/** How the state of a kind of resource is read. */
type Watched = {
  path: string
  states: readonly string[]
  stateOf: (item: Item) => string
  /** Whether a state passes by itself. */
  passes: (state: string) => boolean
}

const isCopying = (state: string): boolean => state === 'creating'
const stateIn = ({ state = 'ready' }: Item): string => (typeof state === 'string' ? state : state.state)

/** The kinds with a state, by their families. An image of the published API has no state and is ready. */
export const WATCHED: Readonly<Record<string, Watched>> = {
  instance: {
    path: '/v1/instances',
    states: instanceStates,
    stateOf: ({ run_state = 'stopped' }) => run_state,
    passes: (state) => instanceStates.some((one) => one === state && isTransitional(one)),
  },
  disk: {
    path: '/v1/disks',
    states: diskStates,
    stateOf: stateIn,
    passes: (state) => diskStates.some((one) => one === state && isDiskTransitional(one)),
  },
  snapshot: {
    path: '/v1/snapshots',
    states: copyStates,
    stateOf: stateIn,
    passes: isCopying,
  },
  image: {
    path: '/v1/images',
    states: copyStates,
    stateOf: stateIn,
    passes: isCopying,
  },
}

function watchedOf(family: string): Watched {
  const watched = WATCHED[family]
  if (!watched) throw new Error(`${family} has no state`)
  return watched
}

/** Polling interval, in milliseconds. */
const INTERVAL = 1_000

/** Whether a command changes the state of a resource, so that it can wait for the change. */
export const isWaitable = ({ family, operation: { method, path, response } }: Entry): boolean =>
  WATCHED[family] !== undefined &&
  ['POST', 'DELETE'].includes(method) &&
  new RegExp(`^${WATCHED[family].path}(/\\{\\w+\\}(/\\w+)?)?$`).test(path) &&
  (method === 'DELETE' || response !== undefined)

type Change = { answer: unknown; ask: Ask; /** Whether a created instance is started. */ starts: boolean }

/**
 * Waits until a change is done.
 * @returns the resource then; null once it is deleted.
 * @throws CommandError 1 if it ends in another state.
 */
export function waitForChange(
  world: World,
  target: Target,
  { family, verb, operation }: Entry,
  { answer, ask, starts }: Change,
): Promise<unknown> {
  const watched = watchedOf(family)
  const isDeleted = operation.method === 'DELETE'
  const look = isDeleted
    ? { ...ask, method: 'GET' }
    : { method: 'GET', path: `${watched.path}/${isItem(answer) ? String(answer.id) : ''}` }
  return waitFor(world, target, { family, look, goal: isDeleted ? 'deleted' : goalOf(family, verb, starts) })
}

/** Returns the state that a change leads to; null for any that stays. */
function goalOf(family: string, verb: string, starts: boolean): string | null {
  if (family !== 'instance') return family === 'disk' ? null : 'ready'
  if (verb === 'stop') return 'stopped'
  return verb !== 'create' || starts ? 'running' : 'stopped'
}

type Wait = {
  family: string
  /** The request that shows the resource. */
  look: Ask
  /** Project that the resource is in, if it is not certain that it exists. */
  project?: string | null
  /** A state, `deleted`, or null for any state that stays. */
  goal: string | null
  /** Milliseconds; without a limit by default. */
  timeout?: number
}

/**
 * Waits until a resource is in a state.
 * @throws CommandError 1 if it ends in a state that it leaves only by request, if its project doesn't exist, or if the time is
 *   over.
 */
export async function waitFor(world: World, target: Target, wait: Wait): Promise<unknown> {
  const { family, look, goal, project, timeout = Infinity } = wait
  const watched = watchedOf(family)
  const end = performance.now() + timeout
  /** The name, once it was there. */
  let known: string | null = null
  for (;;) {
    const item = await readOr404(askJson<Item>(target, look, world.interrupted))
    if (item instanceof RefusedError) {
      if (goal === 'deleted') {
        if (project && known === null) await requireProject(world, target, project)
        return null
      }
      throw known ? new CommandError(EXIT.refused, `${family} ${known} was deleted`) : item
    }
    known = item.name
    const state = watched.stateOf(item)
    const stays = !watched.passes(state)
    if (goal === null ? stays : state === goal) return item
    const problem = problemOf(item, state, goal)
    if (problem) throw new CommandError(EXIT.refused, `${family} ${item.name} is ${state}${problem}`)
    if (performance.now() >= end)
      throw new CommandError(EXIT.refused, `${family} ${item.name} is still ${state} after the timeout`)
    await pause(world)
  }
}

/** A resource of a wrong project is not found either. @throws RefusedError 404 if there is no such project. */
async function requireProject(world: World, target: Target, project: string): Promise<void> {
  const path = `/v1/projects/${encodeURIComponent(project)}`
  await askJson(target, { method: 'GET', path }, world.interrupted)
}

/** Returns why a goal can't be reached without another request, for the end of a sentence; null if it can. */
function problemOf({ start_problem: problem }: Item, state: string, goal: string | null): string | null {
  if (goal === state || goal === 'deleted') return null
  if (goal === 'running' && state === 'stopped' && problem) return `: ${problem}`
  return state === 'failed' || state === 'faulted' ? '' : null
}

async function readOr404(answer: Promise<Item>): Promise<Item | RefusedError> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return error
    throw error
  }
}

async function pause(world: World): Promise<void> {
  await world.wait(INTERVAL).catch(() => {})
  if (world.interrupted.aborted) throw new CommandError(EXIT.interrupted, 'interrupted')
}
