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
