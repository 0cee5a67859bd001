import { vi } from 'vitest'
import { refreshInventory } from '../src/shared/placement/inventory.ts'
import { refreshComponents } from '../src/shared/updates/refresh-components.ts'
import { runUpdate } from '../src/system-update/run-update.ts'
import { fakeReleases, type FakeRelease, type FakeReleases } from './release-files.ts'
import { openWorld, type World } from './world.ts'

export const AT = '/v1/system/update'

/** A world whose server takes releases. */
export type UpdateWorld = World & {
  releases: FakeReleases
  upload: (release: FakeRelease | string, fileName?: string) => ReturnType<World['ask']>
  setTarget: (version: string) => ReturnType<World['ask']>
  status: () => Promise<Awaited<ReturnType<World['ask']>>['body']>
}

/** Opens a world with the releases of some versions. */
export async function openUpdateWorld(
  options: Parameters<typeof openWorld>[0] = {},
  versions: readonly string[] = [],
): Promise<UpdateWorld> {
  const world = await openWorld(options)
  const releases = fakeReleases()
  world.services.releases = releases
  const upload: UpdateWorld['upload'] = async (release, fileName = 'release.zip') => {
    const text = typeof release === 'string' ? release : JSON.stringify(release)
    const request = new Request(`http://test${AT}/repositories?file_name=${fileName}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        cookie: await world.signIn('admin', 'secret'),
      },
      body: text,
    })
    const response = await world.controlPlane.fetch(request)
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await response.text()) as never,
    }
  }
  for (const version of versions) await upload({ version })
  return {
    ...world,
    releases,
    upload,
    setTarget: (version) => world.ask('PUT', `${AT}/target-release`, { system_version: version }),
    status: async () => (await world.ask('GET', `${AT}/status`)).body,
  }
}

/** Components of the fleet: 16 sleds and 2 switches. */
export const COMPONENTS = 18

/** Opens a world with releases and a fleet whose updates the test runs. */
export async function openFleet(versions: readonly string[]): Promise<UpdateWorld> {
  const world = await openUpdateWorld({ started: false, speed: 1_000 }, versions)
  await refreshInventory(world.services)
  await refreshComponents(world.services)
  return world
}

/** Runs the task of an update until it has nothing more to do. @returns the number of steps. */
export async function runWhole({ services }: UpdateWorld): Promise<number> {
  const { signal } = new AbortController()
  for (let steps = 0; ; steps++) if (!(await runUpdate(services, signal))) return steps
}

/** Chooses the release to update to. @returns the refusal, or null. */
export async function targetProblem({ setTarget }: UpdateWorld, version: string): Promise<string | null> {
  const { status, body } = await setTarget(version)
  return status === 204 ? null : `${status} ${body.message}`
}

/** Makes updates of components fail. */
export const failing = ({ services }: UpdateWorld, error: () => Error) =>
  vi
    .spyOn(services.compute as Required<typeof services.compute>, 'updateComponent')
    .mockImplementation(async () => {
      throw error()
    })
