import { EXTENSIONS } from '@granary/contract/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { reasonOf, showInstance, webInstance } from '../testing.tsx'
import { ReadOnly } from '../../../ui/read-only.ts'
import { AutoRestartCard } from './auto-restart-card.tsx'
import { CpuPlatformCard } from './cpu-platform-card.tsx'
import { NameCard } from './name-card.tsx'

afterEach(() => vi.unstubAllGlobals())

const serve = (answers: Answers) =>
  answerWith({
    'GET /v1/instances/web': webInstance('running'),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/instances/shop-front/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(),
    ...answers,
  })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const update = () => screen.getByRole('button', { name: 'Update instance' })

test('sends a new name with all other fields unchanged, and navigates to the new address', async () => {
  const renamed = webInstance('running', { name: 'shop-front' })
  const requested = serve({ 'PUT /v1/instances/i1': renamed, 'GET /v1/instances/shop-front': renamed })
  const { router } = await showInstance(<NameCard extensions={EXTENSIONS} />)
  expect(update().getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(field('Name'), { target: { value: 'shop-front' } })
  fireEvent.click(update())
  await screen.findByRole('heading', { level: 1, name: 'shop-front' })
  expect(router.state.location.pathname).toBe('/projects/shop/instances/shop-front/settings')
  expect(requested.find(({ call }) => call === 'PUT /v1/instances/i1')?.body).toEqual({
    name: 'shop-front',
    description: '',
    ncpus: 2,
    memory: 2 ** 31,
    boot_disk: 'd1',
    auto_restart_policy: null,
    cpu_platform: null,
    enable_jumbo_frames: false,
  })
})

test('shows a taken or invalid name at its field, and keeps the input', async () => {
  serve({
    'PUT /v1/instances/i1': () => refusal(400, 'ObjectAlreadyExists', 'already exists: instance "till"'),
  })
  await showInstance(<NameCard extensions={EXTENSIONS} />)
  fireEvent.change(field('Name'), { target: { value: 'Till' } })
  fireEvent.click(update())
  expect(await screen.findByText('Can only contain lower-case letters, numbers, and dashes')).toBeTruthy()
  fireEvent.change(field('Name'), { target: { value: 'till' } })
  fireEvent.click(update())
  expect(await screen.findByText('Name already exists')).toBeTruthy()
  expect(field('Name').value).toBe('till')
})

test('keeps a concurrent new name when only the description is saved', async () => {
  let name = 'web'
  const requested = serve({
    'GET /v1/instances/web': () => webInstance('running', { name }),
    'GET /v1/instances/shop-front': () => webInstance('running', { name }),
    'PUT /v1/instances/i1': () => webInstance('running', { name, description: 'sells' }),
  })
  const { client } = await showInstance(<NameCard extensions={EXTENSIONS} />)
  fireEvent.change(field('Description'), { target: { value: 'sells' } })
  name = 'shop-front'
  await client.invalidateQueries({ queryKey: ['instanceView'] })
  await waitFor(() => expect(field('Name').value).toBe('shop-front'))
  expect(field('Description').value).toBe('sells')
  fireEvent.click(update())
  await waitFor(() =>
    expect(requested.find(({ call }) => call === 'PUT /v1/instances/i1')?.body).toMatchObject({
      name: 'shop-front',
      description: 'sells',
    }),
  )
})

test('keeps an edited description when the instance is deleted elsewhere', async () => {
  let isGone = false
  Element.prototype.scrollIntoView = () => {}
  const onError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = () =>
    isGone ? refusal(404, 'ObjectNotFound', 'not found: instance with name "web"') : webInstance('running')
  serve({ 'GET /v1/instances/web': answer, 'GET /v1/instances/i1': answer })
  const { client } = await showInstance(<NameCard extensions={EXTENSIONS} />)
  fireEvent.change(field('Description'), { target: { value: 'sells' } })
  isGone = true
  await client.invalidateQueries({ queryKey: ['instanceView'] })
  expect((await screen.findByRole('alert')).textContent).toContain('The instance "web" no longer exists')
  expect(field('Description').value).toBe('sells')
  expect(field('Description').readOnly).toBe(true)
  expect(update().getAttribute('aria-disabled')).toBe('true')
  onError.mockRestore()
})

test('follows an instance that was renamed elsewhere to its new address', async () => {
  let name = 'web'
  const gone = () => refusal(404, 'ObjectNotFound', 'not found: instance with name "web"')
  serve({
    'GET /v1/instances/web': () => (name === 'web' ? webInstance('running') : gone()),
    'GET /v1/instances/i1': () => webInstance('running', { name }),
    'GET /v1/instances/shop-front': () => webInstance('running', { name }),
  })
  const { router, client } = await showInstance(null)
  name = 'shop-front'
  await client.invalidateQueries({ queryKey: ['instanceView'] })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/projects/shop/instances/shop-front/storage'),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'shop-front' })).toBeTruthy()
})

test('saves a changed policy', async () => {
  const requested = serve({
    'PUT /v1/instances/i1': webInstance('running', { auto_restart_policy: 'never' }),
  })
  await showInstance(<AutoRestartCard />)
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /Policy/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Never' }))
  fireEvent.click(save)
  expect(await screen.findByText('Instance auto-restart policy updated')).toBeTruthy()
  expect(requested.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    auto_restart_policy: 'never',
  })
})

test('keeps an unsaved policy when another user saves one', async () => {
  let policy: string | null = null
  const requested = serve({
    'GET /v1/instances/web': () => webInstance('running', { auto_restart_policy: policy }),
    'PUT /v1/instances/i1': () => webInstance('running', { auto_restart_policy: 'never' }),
  })
  const { client } = await showInstance(<AutoRestartCard />)
  fireEvent.click(screen.getByRole('button', { name: /Policy/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Never' }))
  policy = 'best_effort'
  await client.invalidateQueries({ queryKey: ['instanceView'] })
  await waitFor(() => expect(screen.getByRole('button', { name: /Policy/ }).textContent).toBe('Never'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requested.find(({ call }) => call === 'PUT /v1/instances/i1')?.body).toMatchObject({
      auto_restart_policy: 'never',
    }),
  )
})

test('shows the last restart, or that there was none', async () => {
  const times = {
    auto_restart_cooldown_expiration: '2026-11-20T10:05:00Z',
    time_last_auto_restarted: '2026-11-20T10:00:00Z',
  }
  serve({ 'GET /v1/instances/web': webInstance('failed', times) })
  await showInstance(<AutoRestartCard />)
  expect(screen.getByText('(restarting soon)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Auto-restart status' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Auto-restart' }))
  expect(popup.getByText('Restarting soon…')).toBeTruthy()
  expect(popup.getByRole('link', { name: 'Default' }).getAttribute('href')).toBe(
    '/projects/shop/instances/web/settings',
  )
})

const platform = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Platform' })
const savePlatform = () => screen.getByRole('button', { name: 'Save CPU platform' })

test('changes the CPU platform of a stopped instance, and keeps the choice after a refusal', async () => {
  let answer: unknown = refusal(500, 'Internal', 'Internal Server Error')
  const requested = serve({
    'GET /v1/instances/web': webInstance('stopped', { cpu_platform: 'amd_milan' }),
    'PUT /v1/instances/i1': () => answer,
  })
  await showInstance(<CpuPlatformCard />)
  expect(platform().textContent).toBe('AMD Milan')
  fireEvent.click(platform())
  fireEvent.click(await screen.findByRole('option', { name: 'AMD Turin v2' }))
  fireEvent.click(savePlatform())
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(platform().textContent).toBe('AMD Turin v2')
  answer = webInstance('stopped', { cpu_platform: 'amd_turin_v2' })
  fireEvent.click(savePlatform())
  expect(await screen.findByText('CPU platform updated')).toBeTruthy()
  expect(requested.filter(({ call }) => call.startsWith('PUT')).at(-1)?.body).toMatchObject({
    cpu_platform: 'amd_turin_v2',
    ncpus: 2,
    boot_disk: 'd1',
  })
})

test("shows the CPU platform of a running instance and why it can't change", async () => {
  serve({ 'GET /v1/instances/web': webInstance('running', { cpu_platform: 'amd_turin' }) })
  await showInstance(<CpuPlatformCard />)
  expect(platform().disabled).toBe(true)
  expect(reasonOf(savePlatform())).toBe(
    'Only stopped, failed, or creating instances can be given another CPU platform',
  )
  expect(screen.getByText('(AMD Turin)')).toBeTruthy()
})

test('disables all fields for a viewer', async () => {
  serve({ 'GET /v1/instances/web': webInstance('stopped', { description: 'sells' }) })
  await showInstance(
    <ReadOnly value="You need another role">
      <NameCard extensions={EXTENSIONS} />
      <CpuPlatformCard />
      <AutoRestartCard />
    </ReadOnly>,
  )
  for (const name of ['Name', 'Description']) {
    expect(field(name).readOnly).toBe(true)
    expect(field(name).disabled).toBe(false)
  }
  expect(field('Description').value).toBe('sells')
  for (const name of ['Platform', 'Policy'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name}`) }).disabled).toBe(
      true,
    )
  for (const name of ['Update instance', 'Save', 'Save CPU platform'])
    expect(reasonOf(screen.getByRole('button', { name }))).toBe('You need another role')
})
