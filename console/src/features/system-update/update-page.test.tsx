import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { setExtensions } from '../../api/extensions.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm.tsx'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { SystemUpdate } from './update-page.tsx'

afterEach(() => {
  setExtensions(undefined)
  vi.unstubAllGlobals()
  // The question is kept outside of React: a dialog that a test leaves open would stay for the next one.
  const cancel = screen.queryByRole('button', { name: 'Cancel' })
  if (cancel) fireEvent.click(cancel)
})

const release = (system_version: string) => ({
  system_version,
  file_name: `release-${system_version}.zip`,
  hash: 'a'.repeat(64),
  time_created: '2026-11-20T10:00:00.000Z',
})
const status = (changes: object = {}) => ({
  components_by_release_version: { '1.1.0': 2, '1.0.0': 1 },
  contact_support: false,
  suspended: false,
  target_release: { version: '1.1.0', time_requested: '2026-11-22T10:00:00.000Z' },
  time_last_step_planned: '2026-11-22T10:05:00.000Z',
  ...changes,
})
const STATUS = 'GET /v1/system/update/status'
const LIST = 'GET /v1/system/update/repositories'
const SPACE = 'GET /experimental/v1/system/update/space'
const SET = 'PUT /v1/system/update/target-release'
const ADMIN = {
  id: 'u',
  display_name: 'op',
  fleet_viewer: true,
  silo_admin: true,
  fleet_role: 'admin',
  silo_role: 'admin',
}

async function show(answers: Answers = {}, extensions = true) {
  const requested = answerWith({
    'GET /v1/me': { ...ADMIN, silo_id: 's', silo_name: 'main' },
    [STATUS]: status(),
    [LIST]: pageWith(release('1.2.0'), release('1.1.0'), release('1.0.0')),
    ...answers,
  })
  setExtensions(extensions)
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider
        router={
          createRouter({
            routeTree: root.addChildren([page]),
            history: createMemoryHistory({ initialEntries: ['/'] }),
          }) as never
        }
      />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'System Update' })
  return requested
}

const Page = () => (
  <>
    <SystemUpdate />
    <ConfirmDialog />
    <Toasts />
  </>
)

/** Matches the paragraph with a text that several elements make up. */
const hasText = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text

const valueOf = async (label: string) =>
  waitFor(() => {
    const value = screen.getByText(label).closest('div')!.querySelector('dd')!.textContent
    expect(value).not.toBe('')
    return value
  })
const entryOf = async (version: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `${version} actions` }))
  return screen.findByRole('menuitem', { name: /Set as target release/ })
}

test('says how far the update has come', async () => {
  await show()
  expect(await valueOf('Target release')).toBe('1.1.0')
  expect(await valueOf('Progress')).toBe('66% (2 of 3)')
  expect(await valueOf('Suspended')).toBe('No')
  expect(screen.queryByText('Support required')).toBeNull()
  const list = within(await screen.findByRole('list', { name: 'Releases' }))
  const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(
    lines.map((text) => /^[\d.]+(Target)?/.exec(text)?.[0].replace(/(\d+\.\d+\.\d).*?(Target)?$/, '$1$2')),
  ).toEqual(['1.2.0', '1.1.0Target', '1.0.0'])
})

test('shows dashes before the first target', async () => {
  await show({
    [STATUS]: status({ target_release: null, components_by_release_version: { 'install dataset': 3 } }),
  })
  expect(await valueOf('Target release')).toBe('—')
  expect(await valueOf('Progress')).toBe('—')
  expect(await valueOf('Last step planned')).toBe('—')
  expect(
    within(await screen.findByRole('list', { name: 'Components' })).getByText('As installed'),
  ).toBeTruthy()
})

test('lists components by version, and what is no version last', async () => {
  const counts = { '9.0.0': 1, unknown: 1, '1.1.0': 1, '10.0.0': 1 }
  await show({ [STATUS]: status({ components_by_release_version: counts }) })
  const list = within(await screen.findByRole('list', { name: 'Components' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1.1.01',
    '10.0.01',
    '9.0.01',
    'Not reported1',
  ])
})

test('shows the newest of many releases, and the target', async () => {
  const versions = Array.from({ length: 150 }, (_, at) => `2.${150 - at}.0`)
  await show({ [LIST]: pageWith(...[...versions, '1.1.0'].map(release)) })
  const list = within(await screen.findByRole('list', { name: 'Releases' }))
  expect(list.getAllByRole('listitem')).toHaveLength(21)
  expect(list.getAllByRole('listitem').at(-1)!.textContent).toMatch(/^1\.1\.0Target/)
  fireEvent.click(screen.getByRole('button', { name: 'Show more releases (130)' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show more releases (30)' }))
  expect(list.getAllByRole('listitem')).toHaveLength(151)
  expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull()
})

test('sets a newer release as the target after a question', async () => {
  const requested = await show({ [SET]: () => new Response(null, { status: 204 }) })
  fireEvent.click(await entryOf('1.2.0'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set target release' }))
  expect(dialog.getByText('1.2.0')).toBeTruthy()
  fireEvent.click(await dialog.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Target release updated')).toBeTruthy()
  expect(requested.find(({ call }) => call === SET)?.body).toEqual({ system_version: '1.2.0' })
  await waitFor(() => expect(requested.filter(({ call }) => call === STATUS).length).toBeGreaterThan(1))
})

test.each([
  ['1.1.0', 'Already set as target'],
  ['1.0.0', 'Cannot set older release as target'],
])('refuses %s as the target: %s', async (version, reason) => {
  await show()
  const entry = await entryOf(version)
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(document.body.textContent).toContain(reason)
})

test('says how much space the releases take, and asks again for a refresh', async () => {
  let used = 2 ** 30
  const requested = await show({ [SPACE]: () => Response.json({ used, limit: 64 * 2 ** 30 }) })
  expect(await screen.findByText(hasText('1 GiB of 64 GiB used on this server'))).toBeTruthy()
  used = 2 ** 31
  fireEvent.click(screen.getByRole('button', { name: 'Refresh data' }))
  expect(await screen.findByText(hasText('2 GiB of 64 GiB used on this server'))).toBeTruthy()
  expect(requested.filter(({ call }) => call === SPACE)).toHaveLength(2)
})

test.each([
  ['takes no releases', true, Response.json({ used: 0, limit: 0 })],
  ['does not say', true, new Response('{}', { status: 503 })],
  ['has no extensions', false, Response.json({ used: 1, limit: 2 })],
])('says nothing of the space of a server that %s', async (_, extensions, answer) => {
  const requested = await show({ [SPACE]: () => answer.clone() }, extensions)
  expect(await screen.findByRole('button', { name: '1.1.0 actions' })).toBeTruthy()
  // A refresh ends when all answers have come.
  fireEvent.click(screen.getByRole('button', { name: 'Refresh data' }))
  await waitFor(() => expect(requested.filter(({ call }) => call === LIST)).toHaveLength(2))
  const button = screen.getByRole('button', { name: 'Refresh data' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(requested.some(({ call }) => call === SPACE)).toBe(extensions)
  expect(screen.queryByText(/used on this server/)).toBeNull()
})

test('asks for support, and warns before another target', async () => {
  await show({ [STATUS]: status({ contact_support: true, suspended: true }) })
  expect(await screen.findByText('Support required')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toContain('#support')
  fireEvent.click(await entryOf('1.2.0'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set target release' }))
  expect(dialog.getByText('The last update is not finished')).toBeTruthy()
})

test('names the version in the title when the server refuses it', async () => {
  const reason = 'Target release cannot be changed: the update to 1.1.0 is not finished'
  await show({ [SET]: refusal(400, 'InvalidRequest', reason) })
  fireEvent.click(await entryOf('1.2.0'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set target release' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Error setting target release to 1.2.0')).toBeTruthy()
  expect(screen.getByText(reason)).toBeTruthy()
})

test('resumes a suspended update after a question', async () => {
  const FINISH = 'PUT /v1/system/update/recovery-finish'
  const suspended = { suspended: true, contact_support: true, suspended_reason: 'Sled 1 is full.' }
  const requested = await show({
    [STATUS]: status(suspended),
    [FINISH]: () => new Response(null, { status: 204 }),
  })
  expect(await screen.findByText(/Sled 1 is full\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Resume update' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume update' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Update resumed')).toBeTruthy()
  expect(requested.find(({ call }) => call === FINISH)?.body).toEqual({ system_version: '1.1.0' })
})

test('shows the releases although the status failed, and the other way round', async () => {
  await show({ [STATUS]: refusal(503, 'ServiceNotAvailable', 'The database is away') })
  expect(await screen.findByText(/The database is away/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: '1.1.0 actions' })).toBeTruthy()
})

test('says that the space for releases failed to load', async () => {
  await show({ [SPACE]: () => refusal(500, 'Internal', 'Internal Server Error') })
  expect(await screen.findByText('The space for releases could not be loaded')).toBeTruthy()
})
