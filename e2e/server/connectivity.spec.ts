import { expect, instance, test } from './fixtures.ts'
import { choose } from './network-fixtures.ts'

// Long forms take long on a busy machine.
test.describe.configure({ timeout: 300_000 })

const small = (name: string) => instance(name, { network_interfaces: { type: 'default_ipv4' }, start: false })

test('says what stops packets, and drafts the rule that lets them pass', async ({ page, make, project }) => {
  for (const name of ['web', 'db']) await make(`/v1/instances?project=${project}`, small(name))
  await page.request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, { data: { rules: [] } })
  await page.goto(`/projects/${project}/vpcs/default`)
  await page.getByRole('tab', { name: 'Connectivity' }).click()
  const form = page.getByRole('form', { name: 'Question' })
  const end = async (name: 'From' | 'To', text: string) => {
    await form.getByRole('combobox', { name }).fill(text)
    // An open list hides the rest of the page.
    await form.getByRole('combobox', { name }).press('Tab')
  }
  await end('From', 'web')
  await end('To', 'no address')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByText('Must be internet, the name of an instance, or an IP address')).toBeVisible()
  await end('To', 'db')
  await form.getByRole('textbox', { name: 'Port' }).fill('5432')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(page).toHaveURL(/from=instance%2Fweb&to=instance%2Fdb&protocol=tcp&port=5432$/)
  const refused = 'No, TCP to port 5432 does not arrive. No rule allows inbound packets to instance db'
  await expect(page.getByText(refused)).toBeVisible()
  await expect(page.getByText('Instance db is stopped.')).toBeVisible()
  const there = page.getByRole('list', { name: 'Way there' })
  await expect(there.getByRole('listitem')).toHaveCount(5)
  await expect(there.getByRole('link', { name: 'default', exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Review rule' }).click()
  const panel = page.getByRole('dialog', { name: 'Add firewall rule' })
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('allow-tcp-5432')
  await expect(panel).toContainText('Allows TCP to port 5432 from instance web to instance db.')
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(panel).toBeHidden()

  // The address of the question is a link to exactly this answer, which follows changes.
  const question = `/projects/${project}/vpcs/default/connectivity?from=instance/web&to=instance/db&port=5432`
  await page.goto(question)
  await expect(page.getByText('Yes, TCP to port 5432 arrives, and replies come back.')).toBeVisible()
  await expect(there.getByRole('link', { name: 'allow-tcp-5432' })).toBeVisible()
  await page.request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, { data: { rules: [] } })
  await expect(page.getByText(refused)).toBeVisible()
  await choose(page, form, 'Protocol', 'ICMP (ping)')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('No, a ping does not arrive.')).toBeVisible()
})

test('says that an end is not in the VPC, and drafts a route', async ({ page, make, project }) => {
  for (const name of ['web', 'db']) await make(`/v1/instances?project=${project}`, small(name))
  const inVpc = `project=${project}&vpc=default`
  await make(`/v1/vpc-routers?${inVpc}`, { name: 'custom', description: '' })
  await make(`/v1/vpc-router-routes?${inVpc}&router=custom`, {
    name: 'stop',
    description: '',
    destination: { type: 'subnet', value: 'default' },
    target: { type: 'drop' },
  })
  await page.request.put(`/v1/vpc-subnets/default?${inVpc}`, { data: { custom_router: 'custom' } })
  const base = `/projects/${project}/vpcs/default/connectivity`
  await page.goto(`${base}?from=instance/gone&to=instance/db&port=22`)
  await expect(page.getByText('No instance "gone" has a network interface in this VPC')).toBeVisible()
  await page.goto(`${base}?from=instance/web&to=instance/db&port=22`)
  await expect(
    page.getByText('Route stop of router custom (subnet default to nowhere) drops the packets.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Review route' }).click()
  const panel = page.getByRole('dialog', { name: 'Create route' })
  await expect(panel.getByRole('textbox', { name: /^Destination value/ })).toHaveValue(/^172\.30\.0\.\d+$/)
  await panel.getByRole('button', { name: 'Create route' }).click()
  await expect(panel).toBeHidden()
})

test('marks rules that never match, and lists the instances of a rule', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, small('web'))
  const all = {
    targets: [{ type: 'vpc', value: 'default' }],
    action: 'allow',
    direction: 'inbound',
    description: '',
  }
  const rules = [
    { ...all, name: 'everything', priority: 1, status: 'enabled', filters: {} },
    { ...all, name: 'late', priority: 2, status: 'enabled', filters: { ports: ['22'] } },
  ]
  await page.request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, { data: { rules } })
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(page.getByRole('row', { name: /^late/ })).toContainText('Never matches')
  await expect(page.getByRole('row', { name: /^everything/ })).not.toContainText('Never matches')
  await page.getByRole('link', { name: 'late' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit rule' })
  await expect(panel.getByText('Never matches, because rule everything decides first.')).toBeVisible()
  await expect(panel.getByText('Applies to 1 instance today: web')).toBeVisible()
})

test('draws the VPC as a map, with the path of a question', async ({ page, make, project }) => {
  for (const name of ['web', 'db']) await make(`/v1/instances?project=${project}`, small(name))
  await page.goto(`/projects/${project}/vpcs/default/map`)
  const map = page.getByRole('group', { name: 'Map of the VPC' })
  await expect(map.getByRole('link', { name: /^Instance web stopped 172\.30\.0\.\d+$/ })).toBeVisible()
  await expect(map.getByRole('link', { name: /^Subnet default 172\.30\.0\.0\/22/ })).toBeVisible()
  await expect(map.getByRole('link')).toHaveCount(5)
  await expect(page.getByRole('table', { name: 'Instances in the VPC' }).getByRole('row')).toHaveCount(3)
  // Another user's instance appears by itself.
  await make(`/v1/instances?project=${project}`, small('cache'))
  await expect(map.getByRole('link')).toHaveCount(6)

  await map.getByRole('img', { name: /^Internet/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('link', { name: /^Gateway default/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('link', { name: /^Router system/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/routers\/system$/)

  await page.goto(`/projects/${project}/vpcs/default/connectivity?from=instance/web&to=internet&port=443`)
  await page.getByRole('link', { name: 'Show on the map' }).click()
  await expect(page.getByText('Yes, TCP to port 443 arrives, and replies come back.')).toBeVisible()
  await expect(map.getByRole('link', { name: /^Gateway default.*, on the path$/ })).toBeVisible()
  await expect(map.getByRole('link', { name: /^Instance db/ })).toHaveAttribute('data-mark', 'off')
  await page.getByRole('link', { name: 'Clear path' }).click()
  await expect(map.getByRole('link', { name: /on the path$/ })).toHaveCount(0)

  const percent = async () =>
    Number.parseInt(await page.getByRole('status', { name: 'Zoom' }).innerText(), 10)
  const opened = await percent()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(percent).toBeGreaterThan(opened)
  const zoomedIn = await percent()
  await map.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 100)
  await page.keyboard.up('Control')
  await expect.poll(percent).toBeLessThan(zoomedIn)
  await map.getByRole('img', { name: /^Internet/ }).focus()
  for (let press = 0; press < 8; press++) await page.keyboard.press('+')
  await expect.poll(percent).toBeGreaterThan(zoomedIn)
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  const subnet = map.getByRole('link', { name: /^Subnet default/ })
  await expect(subnet).toBeFocused()
  await expect(subnet).toBeInViewport()
  await expect.poll(() => map.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  const largest = await percent()
  await page.getByRole('button', { name: 'Fit map' }).click()
  await expect.poll(percent).toBeLessThan(largest)
  await expect(map.getByRole('img', { name: /^Internet/ })).toBeInViewport()
  await expect(map.getByRole('link', { name: /^Instance db/ })).toBeInViewport()
})

test('a changed firewall rule changes what the shell of a simulated machine gets', async ({
  page,
  make,
  project,
}) => {
  const started = (name: string) => instance(name, { network_interfaces: { type: 'default_ipv4' } })
  for (const name of ['web', 'db']) await make(`/v1/instances?project=${project}`, started(name))
  const read = async (path: string) => (await page.request.get(path)).json()
  for (const name of ['web', 'db'])
    await expect
      .poll(async () => (await read(`/v1/instances/${name}?project=${project}`)).run_state)
      .toBe('running')
  const { items } = await read(`/v1/network-interfaces?project=${project}&instance=db`)
  const { ip } = items[0].ip_stack.value
  await page.goto(`/projects/${project}/instances/web/serial-console`)
  const screen = page.locator('.xterm-accessibility-tree')
  await expect(screen).toContainText(':~#')
  let asked = 0
  const reply = async () => {
    asked += 1
    await page.keyboard.type(`echo question ${asked}:\nnc -z ${ip} 5432\n`)
    const last = new RegExp(`question ${asked}:[^]*?(succeeded!|failed:.*)`)
    await expect(screen).toContainText(last)
    return last.exec(await screen.innerText())?.[1]
  }
  await expect.poll(reply).toContain('succeeded!')
  await page.request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, { data: { rules: [] } })
  await expect.poll(reply).toContain('Connection timed out')
})
