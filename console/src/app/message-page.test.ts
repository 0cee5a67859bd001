// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAgain } from '../api/request.ts'
import { toastStore } from '../ui/toast/toast-store.ts'
import { signOut } from './message-page.tsx'

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/projects', search: '', assign })
  vi.stubGlobal('dispatchEvent', () => true)
  assign.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

/** The event stream asks for a new session while the answer to the sign-out is on its way. */
const answer = (response: () => Response) =>
  vi.stubGlobal('fetch', async () => {
    signInAgain()
    return response()
  })

test('a sign-out that fails keeps the page and the session', async () => {
  answer(() => Response.json({ message: 'busy' }, { status: 503 }))
  await signOut()
  expect(assign).not.toHaveBeenCalled()
  expect(toastStore.get().map(({ title }) => title)).toEqual(['Could not sign out'])
  signInAgain()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?redirect_uri=%2Fprojects')
})

test.each([204, 401])(
  'a sign-out that ends with %i leads to a sign-in that does not lead back',
  async (status) => {
    answer(() => new Response(null, { status }))
    await signOut()
    expect(assign).toHaveBeenCalledExactlyOnceWith('/login')
  },
)
