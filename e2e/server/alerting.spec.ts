import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { instance } from './fixtures.ts'
import { act } from './network-fixtures.ts'
import { expect, test as base, unique } from './silo-fixtures.ts'

type Receiver = {
  url: string
  /** The bodies of the requests so far. */
  bodies: string[]
  /** The status of the next answers. */
  status: number
}

/** Tests with a web server that gets alerts. */
const test = base.extend<{ receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture uses: nothing
  receiver: async ({}, use) => {
    const receiver: Receiver = { url: '', bodies: [], status: 200 }
    const server = createServer((request: IncomingMessage, response) => {
      let body = ''
      request.on('data', (bytes: Buffer) => (body += bytes.toString()))
      request.on('end', () => {
        receiver.bodies.push(body)
        response.statusCode = receiver.status
        response.end(receiver.status === 200 ? 'thank you' : 'closed until tomorrow')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    await use(receiver)
    server.close()
  },
})

const webhook = (name: string, endpoint: string, subscriptions: string[]) => ({
  name,
  description: 'Made by a test',
  endpoint,
  secrets: ['only for this test'],
  subscriptions,
})

test('shows an alert as it is raised, with its payload, its subject and its delivery', async ({
  page,
  make,
  project,
  receiver,
}) => {
  const name = unique('pager')
  await make('/v1/webhook-receivers', webhook(name, receiver.url, ['instance.*']))
  // The sidebar counts when the browser is idle, which it never is in the other tests.
  await page.addInitScript(() =>
    Object.assign(window, { requestIdleCallback: (run: () => void) => window.setTimeout(run) }),
  )
  await page.goto('/system/alerting')
  await expect(page).toHaveURL(/\/system\/alerting\/alerts$/)
  await expect(page).toHaveTitle('Alerts / Alerting / Granary Console')
  await make(`/v1/instances?project=${project}`, instance('giant', { ncpus: 254 }))
  const alert = page.getByRole('link', {
    name: new RegExp(`^Instance giant of project ${project} can't start`),
  })
  await expect(alert).toBeVisible()
  const row = page.getByRole('row').filter({ has: alert })
  await expect(row).toContainText('Unresolved')
  await expect(row).toContainText('instance.no_room')
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Alerting' }) }),
  ).toContainText(/Alerting\d+/)

  await alert.click()
  const panel = page.getByRole('dialog', { name: 'Alert' })
  await expect(panel.getByRole('region', { name: 'Payload' })).toContainText('"instance_name": "giant"')
  const delivery = panel.getByRole('listitem').filter({ hasText: name })
  await expect(delivery).toContainText('Delivered')
  // Tests that run beside this one raise alerts of these classes too.
  const sent = () => receiver.bodies.filter((body) => body.includes(project)).map((body) => JSON.parse(body))
  expect(sent().map((body) => body.alert_class)).toEqual(['instance.no_room'])
  await delivery.getByRole('button', { name: `Send again to ${name}` }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => sent().map((body) => body.delivery.trigger)).toEqual(['alert', 'resend'])
  await panel.getByRole('link', { name: 'instance giant' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/instances/giant/storage$`))

  await page.goto('/system/alerting/alerts?class=update.**&state=all&range=hour')
  await expect(alert).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(alert).toBeVisible()
  await page.request.delete(`/v1/alert-receivers/${name}`)
})

test('creates a receiver by keyboard, probes it, and replaces its secret', async ({ page, receiver }) => {
  const name = unique('chat')
  await page.goto('/system/alerting/receivers')
  await page.getByRole('link', { name: 'New receiver' }).first().press('Enter')
  const form = page.getByRole('dialog', { name: 'Create receiver' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await form.getByRole('textbox', { name: /^Address/ }).focus()
  await page.keyboard.type('http://10.0.0.1/')
  await form.getByRole('button', { name: 'Generate secret' }).press('Enter')
  const secret = await form.getByRole('textbox', { name: /^Secret/ }).inputValue()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await form.getByRole('combobox', { name: 'Class or glob' }).focus()
  await page.keyboard.type('hardware.**')
  await expect(form.getByText(/^Matches hardware\.disk\.unreachable, /)).toBeVisible()
  await form.getByRole('button', { name: 'Add subscription' }).press('Enter')
  await expect(form.getByRole('row', { name: /^hardware\.\*\* 6 classes: / })).toBeVisible()
  await form.getByRole('button', { name: 'Create receiver' }).press('Enter')
  const address = form.getByRole('textbox', { name: /^Address/ })
  await expect(address).toBeFocused()
  await address.fill(receiver.url)
  await form.getByRole('button', { name: 'Create receiver' }).press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('No deliveries')).toBeVisible()

  receiver.status = 503
  await page.getByRole('button', { name: 'Send a test' }).click()
  const probe = page.getByRole('dialog', { name: 'Send a test' })
  await probe.getByRole('button', { name: 'Send test' }).click()
  await expect(probe.getByText('The test has failed')).toBeVisible()
  await expect(probe).toContainText(/Error answer\s*Status 503/)
  await expect(probe.getByRole('region', { name: 'Answer' })).toHaveText(/closed until tomorrow/)
  receiver.status = 200
  await probe.getByRole('checkbox', { name: /^If it arrives/ }).check()
  await probe.getByRole('button', { name: 'Send again' }).click()
  await expect(probe.getByText('The test has arrived')).toBeVisible()
  await expect(probe.getByText('No alert has failed.')).toBeVisible()
  await probe.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Secrets' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Add secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add secret' })
  await dialog.getByRole('textbox', { name: /^Secret/ }).fill('a newer one')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await act(page, page.getByRole('row').nth(1), 'Delete')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Receiver actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/system\/alerting\/receivers$/)
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
})

test('creates a receiver in the form of a chat system with a preview, and says that mail needs a setting', async ({
  page,
  receiver,
}) => {
  const name = unique('channel')
  await page.goto('/system/alerting/receivers-new')
  const form = page.getByRole('dialog', { name: 'Create receiver' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  // Its name has the reason.
  const mail = form.getByRole('radio', {
    name: 'E-mail address Needs an SMTP server: set GRANARY_SMTP_URL and GRANARY_MAIL_FROM',
  })
  await expect(mail).toBeDisabled()

  await form.getByRole('radio', { name: /^Chat system/ }).check()
  await expect(form.getByRole('textbox', { name: /^Secret/ })).toBeHidden()
  await form.getByRole('textbox', { name: /^Address/ }).fill(` <${receiver.url}> `)
  const preview = form.getByRole('region', { name: 'Preview with an example' })
  await expect(preview).toContainText('"text": "Instance web of project shop failed"')
  await form.getByRole('button', { name: /^Form/ }).click()
  await page.getByRole('option', { name: 'Discord' }).click()
  await expect(preview).toContainText('"content": "Instance web of project shop failed"')
  const template = form.getByRole('textbox', { name: /^Template/ })
  await template.fill('{ "say": {{message}} }')
  await expect(preview).toBeHidden()
  await form.getByRole('button', { name: 'Create receiver' }).click()
  await expect(form.getByText(/^Must be JSON, with placeholders only in texts/)).toBeVisible()
  await template.fill('{ "{{class}}": "{{message}}" }')
  await expect(form.getByText("Can't have {{class}} in the name of a field")).toBeVisible()
  // Numbers that JavaScript can't hold are sent as they are written.
  await template.fill('{ "say": "{{message}} ({{class}})", "channel": 12345678901234567890 }')
  await form.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Messages by a template')).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).click()
  const test = page.getByRole('dialog', { name: 'Send a test' })
  await test.getByRole('button', { name: 'Send test' }).click()
  await expect(test.getByText('The test has arrived')).toBeVisible()
  await expect(test.getByRole('region', { name: 'Answer' })).toHaveText(/thank you/)
  expect(receiver.bodies).toEqual([
    '{ "say": "This is a test of a receiver of alerts (probe)", "channel": 12345678901234567890 }',
  ])
  await page.request.delete(`/v1/alert-receivers/${name}`)
})

test('shows each attempt of a delivery with its request and the answer', async ({
  page,
  make,
  project,
  receiver,
}) => {
  const name = unique('broken')
  receiver.status = 500
  await make('/v1/webhook-receivers', webhook(name, receiver.url, []))
  await page.goto(`/system/alerting/receivers/${name}?tab=subscriptions`)
  await expect(page.getByText('No subscriptions')).toBeVisible()
  await page.getByRole('button', { name: 'Add subscription' }).click()
  const add = page.getByRole('dialog', { name: 'Add subscription' })
  const subscription = add.getByRole('combobox', { name: 'Class or glob' })
  await subscription.fill('instance.nothing')
  // An open list hides the rest of the page from roles.
  await subscription.press('Tab')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  // The form says it once it has the classes, and the server before.
  await expect(add.getByText(/^There is no (such class|class "instance\.nothing")/)).toBeVisible()
  await subscription.fill('instance.no_room')
  await subscription.press('Tab')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row', { name: /^instance\.no_room An instance can't start/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await make(`/v1/instances?project=${project}`, instance('giant', { ncpus: 254 }))
  // Tests that run beside this one raise such alerts too.
  await page.getByRole('button', { name: 'instance.no_room' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Delivery' })
  const attempt = panel.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem')
  await expect(attempt).toContainText(/Attempt 1\s*Error answer\s*Status 500/)
  await expect(attempt.getByRole('region', { name: 'Answer' })).toContainText('closed until tomorrow')
  await attempt.getByRole('button', { name: 'Show request of attempt 1' }).click()
  const body = await attempt.getByRole('region', { name: 'Body' }).locator('pre').textContent()
  expect(receiver.bodies.map((sent) => JSON.parse(sent))).toContainEqual(JSON.parse(body!))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('menuitem', { name: 'delivered' }).click()
  await expect(page.getByText('No such deliveries')).toBeVisible()
  await expect(page).toHaveURL(/state=/)
  await page.request.delete(`/v1/alert-receivers/${name}`)
})

test('says that alerts and receivers failed to load', async ({ page }) => {
  const fail = (path: RegExp) =>
    page.route(path, (route) =>
      route.fulfill({
        status: 500,
        json: { request_id: 'r1', error_code: 'Internal', message: 'Internal Server Error' },
      }),
    )
  await fail(/\/v1\/alerts\?/)
  await fail(/\/v1\/alert-receivers\?/)
  await page.goto('/system/alerting')
  await expect(page.getByText('Alerts could not be loaded')).toBeVisible()
  await page.getByRole('tab', { name: 'Receivers' }).click()
  await expect(page.getByText('Receivers could not be loaded')).toBeVisible()
})

test.describe('for others', () => {
  test.use({ takesTurn: true })

  test('shows a viewer of the fleet everything, and no action that would be refused', async ({
    page,
    make,
    operator,
    receiver,
  }) => {
    const name = unique('seen')
    await make('/v1/webhook-receivers', webhook(name, receiver.url, ['**']))
    const viewer = await operator('viewer')
    expect((await page.request.post('/v1/login/main/local', { data: viewer })).status()).toBe(204)
    await page.goto('/system/alerting/receivers')
    const create = page.getByRole('button', { name: 'New receiver' })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.focus()
    await expect(page.getByRole('tooltip')).toContainText('Only fleet admins can change receivers')
    await page.getByRole('link', { name, exact: true }).click()
    for (const action of ['Send a test', 'Resend failed'])
      await expect(page.getByRole('button', { name: action })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('tab', { name: 'Secrets' }).click()
    await expect(page.getByRole('button', { name: 'Add secret' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('tab', { name: 'Subscriptions' }).click()
    await expect(page.getByRole('row', { name: /^\*\* All \d+ classes/ })).toBeVisible()
  })

  test('shows nothing to a user who may not see the fleet', async ({ page, operator }) => {
    const user = await operator(null)
    expect((await page.request.post('/v1/login/main/local', { data: user })).status()).toBe(204)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/system/alerting')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(
      asked.filter((url) => /alert/.test(new URL(url).pathname.replace('/system/alerting', ''))),
    ).toEqual([])
  })
})
