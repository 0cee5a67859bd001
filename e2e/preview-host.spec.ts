import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test as base } from './jitter/jitter.ts'
import { PREVIEW_URL } from './places.ts'

// The host of the preview, without the console's screens: the same answers, events and serial consoles as from a
// server.

/** A project of the test's own. */
const newProject = () => ({ name: `p-${randomUUID()}`, description: 'Made by a test' })
const machine = {
  name: 'speaker',
  description: '',
  hostname: 'speaker',
  ncpus: 1,
  memory: 2 ** 30,
  disks: [],
  external_ips: [],
  network_interfaces: { type: 'none' },
  start: true,
}

/** Waits until the console runs, which it does once its requests are intercepted. */
const consoleStarted = (page: Page) => page.locator('#root > *').first().waitFor({ state: 'attached' })

/** Opens the preview in a browser of its own, which has no control plane yet. */
async function openPreview(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${PREVIEW_URL}${path}`)
  await expect(page.getByRole('complementary', { name: 'Technical preview' })).toBeVisible()
  await consoleStarted(page)
  return page
}

/** Tests share one page: each start of the control plane takes as much CPU as all of them. None signs out or leaves the page. */
const test = base.extend<object, { preview: Page }>({
  preview: [
    async ({ browser }, use) => {
      const context = await browser.newContext()
      await use(await openPreview(context, '/projects'))
      await context.close()
    },
    { scope: 'worker' },
  ],
})

test('answers from the tab, with the latency of a remote server', async ({ preview: page }) => {
  const { status, items, took } = await page.evaluate(async () => {
    const started = performance.now()
    const response = await fetch('/v1/projects')
    const took = performance.now() - started
    return { status: response.status, took, items: ((await response.json()) as { items: unknown[] }).items }
  })
  expect(status).toBe(200)
  expect(Array.isArray(items)).toBe(true)
  expect(took).toBeGreaterThan(195)
})

test('streams the event of a change while the stream stays open', async ({ preview: page }) => {
  const project = newProject()
  const event = await page.evaluate(async (body) => {
    const source = new EventSource('/experimental/v1/events')
    await new Promise((resolve) => source.addEventListener('open', resolve))
    const heard = new Promise<string>((resolve) => {
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const { kind, name } = JSON.parse(data) as { kind: string; name: string }
        // The stream also sends the event that happened just before it began.
        if (kind === 'project' && name === body.name) resolve(data)
      })
    })
    await fetch('/v1/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const data = await heard
    source.close()
    return JSON.parse(data) as Record<string, unknown>
  }, project)
  expect(event).toMatchObject({ kind: 'project', action: 'created', name: project.name })
})

test('gives a device its token when its code is confirmed', async ({ preview: page }) => {
  const { status, answer } = await page.evaluate(async () => {
    const send = (path: string, fields: Record<string, string>) =>
      fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    const client_id = crypto.randomUUID()
    const asked = (await (await send('/device/auth', { client_id })).json()) as Record<string, string>
    const confirmed = await fetch('/device/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_code: asked.user_code }),
    })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const granted = await send('/device/token', { client_id, grant_type, device_code: asked.device_code! })
    return { status: confirmed.status, answer: (await granted.json()) as Record<string, string> }
  })
  expect(status).toBe(204)
  expect(answer).toMatchObject({
    token_type: 'bearer',
    access_token: expect.stringMatching(/^granary-token-/),
  })
})

test('connects to a serial console, and refuses an unknown one', async ({ preview: page }) => {
  const heard = await page.evaluate(
    async ([project, machine]) => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const stream = (instance: string) =>
        new WebSocket(
          `ws://${location.host}/v1/instances/${instance}/serial-console/stream?project=${project.name}`,
        )
      await fetch('/v1/projects', { ...post, body: JSON.stringify(project) })
      const missing = await new Promise<CloseEvent>((resolve) =>
        stream('nobody').addEventListener('close', resolve),
      )
      const created = await fetch(`/v1/instances?project=${project.name}`, {
        ...post,
        body: JSON.stringify(machine),
      })
      if (!created.ok) throw new Error(await created.text())
      for (;;) {
        const view = await fetch(`/v1/instances/${machine.name}?project=${project.name}`)
        if (((await view.json()) as { run_state: string }).run_state === 'running') break
      }
      const socket = stream(machine.name)
      socket.binaryType = 'arraybuffer'
      let text = ''
      const until = (done: () => boolean) =>
        new Promise<void>((resolve) => {
          socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
            text += new TextDecoder().decode(data)
            if (done()) resolve()
          })
        })
      await until(() => text.includes(':~# '))
      const greeting = text
      text = ''
      const typed = performance.now()
      socket.send(new TextEncoder().encode('q'))
      await until(() => text.includes('q'))
      const echoAfter = performance.now() - typed
      const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
      socket.close()
      return {
        missing: { code: missing.code, reason: missing.reason },
        greeting,
        echoAfter,
        closedWith: (await closed).code,
      }
    },
    [newProject(), machine] as const,
  )
  expect(heard.missing).toEqual({ code: 1011, reason: 'not found: instance with name "nobody"' })
  expect(heard.greeting).toContain('Linux')
  expect(heard.echoAfter).toBeGreaterThan(900)
  expect(heard.closedWith).toBe(1000)
})

test('reports unknown requests, and passes them to the network', async ({ preview: page }) => {
  // The browser warns too, such as of a preloaded file that is not used yet.
  const warned = page.waitForEvent(
    'console',
    (message) => message.type() === 'warning' && message.text().includes('GET /v1/no-such-thing'),
  )
  expect(await page.evaluate(async () => (await fetch('/v1/no-such-thing')).status)).toBe(404)
  await warned
})

test('signs out, and in again as the requested user', async ({ preview, context }) => {
  const { silo_name: silo } = await preview.evaluate(
    async () => (await (await fetch('/v1/me')).json()) as { silo_name: string },
  )
  // A public page, so that the console doesn't redirect halfway.
  const page = await openPreview(context, `/login/${silo}/local`)
  const status = (path: string, body?: object) =>
    page.evaluate(
      async ([path, body]) => {
        const init = body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
        return (await fetch(path, init)).status
      },
      [path, body] as const,
    )
  expect(await status('/v1/logout', {})).toBe(204)
  expect(await status('/v1/me')).toBe(401)
  const login = `/v1/login/${silo}/local`
  expect(await status(login, { username: 'anybody', password: 'bad' })).toBe(401)
  expect(await status(login, { username: 'anybody', password: 'good' })).toBe(204)
  expect(await status('/v1/me')).toBe(200)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('preview-signed-out')
})
