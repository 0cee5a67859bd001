import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from './session.ts'

const answers = new Map<string, () => Response>()
const requested: string[] = []
beforeEach(() => {
  answers.clear()
  requested.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return answers.get(url)!()
  })
})

const me = (more: object) => () => Response.json({ id: 'u1', display_name: 'Robin', ...more })
const read = () => new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(currentUser)

test('reads fleet access from the flag, without another call', async () => {
  answers.set('/v1/me', me({ fleet_viewer: true }))
  expect((await read()).fleetViewer).toBe(true)
  expect(requested).toEqual(['/v1/me'])
})

test.each([
  [() => Response.json({ role_assignments: [] }), true],
  [() => Response.json({ error_code: 'Forbidden', message: 'no' }, { status: 403 }), false],
])('without the flag it is whether the policy of the fleet can be read', async (answer, sees) => {
  answers.set('/v1/me', me({}))
  answers.set('/v1/system/policy', answer)
  expect(await read()).toMatchObject({ displayName: 'Robin', fleetViewer: sees })
})

test('does not treat a server error as a refusal', async () => {
  answers.set('/v1/me', me({}))
  answers.set('/v1/system/policy', () => Response.json({ message: 'broken' }, { status: 500 }))
  await expect(read()).rejects.toThrow('Broken')
})
