import { expect } from './fixtures.ts'
import { test } from './project-people.ts'

/** The page lists up to 100 issues of a kind: a person sees those of one project only, not of other tests. */
const ROLE = 'collaborator'

test('finds a refused change in the audit log, opens it, and exports the list', async ({ page, project }) => {
  const response = await page.request.post('/v1/projects', { data: { name: project, description: '' } })
  expect(response.status()).toBe(400)
  const { request_id } = await response.json()
  await page.goto('/system/audit-log')
  await expect(page.getByText(/^Entries and the histories of resources are kept for \d+ days/)).toBeVisible()
  // The log has more entries than this one, so a list of one shows that the filter is in effect.
  await page.getByLabel('Filter audit log by text').fill(request_id)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Result' }).click()
  await page.getByRole('menuitem', { name: 'error' }).click()
  await expect(page).toHaveURL(/result=error/)
  await page.getByRole('button', { name: 'project_create', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Audit log entry' })
  await expect(panel.getByText('Error 400')).toBeVisible()
  await expect(panel.getByText('ObjectAlreadyExists')).toBeVisible()
  await panel.getByRole('button', { name: 'Only this operation' }).click()
  await expect(page).toHaveURL(/operation=project_create/)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON lines' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.jsonl')
})

test('shows the history of a resource from its menu: the actor, the address, and both values', async ({
  page,
  project,
}) => {
  await page.request.put(`/v1/projects/${project}`, { data: { description: 'Changed by a test' } })
  await page.goto(`/projects?name=${project}`)
  await page
    .getByRole('row', { name: new RegExp(project) })
    .getByRole('button', { name: 'Row actions' })
    .click()
  await page.getByRole('menuitem', { name: 'View history' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  const changes = panel.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
  await expect(changes).toHaveCount(2)
  await expect(changes.first()).toContainText('project_update')
  await expect(changes.first()).toContainText('from 127.0.0.1')
  await expect(changes.first()).toContainText('Made by a test')
  await expect(changes.first()).toContainText('Changed by a test')
  await expect(changes.last()).toContainText('Created')
})

test('lists an unused floating IP as an issue, leads to it, and snoozes it', async ({
  person,
  project,
  make,
}) => {
  const { page } = await person(ROLE)
  await make(`/v1/floating-ips?project=${project}`, {
    name: 'spare',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  await page.goto('/issues')
  const line = page
    .getByRole('list', { name: 'Unused floating IPs' })
    .getByRole('listitem')
    .filter({ hasText: project })
  await expect(line).toContainText('Floating IP spare is attached to no instance')
  await line.getByRole('button', { name: /^Snooze/ }).click()
  await page.getByRole('menuitem', { name: 'For a day' }).click()
  await expect(line).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^Show snoozed issues/ }).check()
  await line.getByRole('button', { name: /^End snooze/ }).click()
  await expect(line.getByRole('button', { name: /^Snooze/ })).toBeVisible()
  await line.getByRole('link', { name: /^Fix/ }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/floating-ips`))
})

test('lists a firewall rule that never matches, and opens it', async ({
  page: admin,
  person,
  project,
  make,
}) => {
  const { page } = await person(ROLE)
  await make(`/v1/instances?project=${project}`, {
    name: 'web',
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
  })
  const rule = {
    name: 'lost',
    description: '',
    status: 'enabled',
    direction: 'inbound',
    targets: [{ type: 'instance', value: 'nobody' }],
    filters: {},
    action: 'allow',
    priority: 100,
  }
  const answer = await admin.request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, {
    data: { rules: [rule] },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/issues')
  const line = page
    .getByRole('list', { name: 'Firewall rules that never match' })
    .getByRole('listitem')
    .filter({ hasText: project })
  await expect(line).toContainText('Firewall rule lost of VPC default')
  await line.getByRole('link', { name: /^Fix/ }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/vpcs/default/firewall-rules/lost/edit`))
  await expect(page.getByRole('dialog', { name: 'Edit rule' })).toBeVisible()
})

test('says which filter of the URL means nothing, and removes it', async ({ page }) => {
  await page.goto('/system/audit-log?result=maybe&range=day')
  const invalid = page.getByRole('button', { name: 'Remove: Invalid filter result: maybe' })
  await expect(invalid).toBeVisible()
  await invalid.click()
  await expect(page).toHaveURL(/audit-log\?range=day$/)
  await expect(invalid).toBeHidden()
})

test('keeps long filters of the URL within a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  const long = 'x'.repeat(90)
  await page.goto(
    `/system/audit-log?operation=${long}&actor=${long}&range=${JSON.stringify({ a: long.repeat(9) })}`,
  )
  for (const name of [
    `Remove: Invalid filter actor: ${long}`,
    /^Remove: Invalid filter range: /,
    /operation: x+$/,
  ])
    await expect(page.getByRole('button', { name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420)
})
