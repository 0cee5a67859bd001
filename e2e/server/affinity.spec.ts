import { expect, instance, test } from './fixtures.ts'

test('creates a group, adds and removes a member, renames and deletes it', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('north', { start: false }))
  await make(`/v1/instances?project=${project}`, instance('south'))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('table').getByText('stopped')).toBeVisible()
  await expect(page.getByRole('table').getByText('running')).toBeVisible()
  await page.getByRole('link', { name: 'Affinity Groups' }).click()
  await expect(page.getByText('No anti-affinity groups')).toBeVisible()
  await page.getByRole('link', { name: 'New group' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add anti-affinity group' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('apart')
  await panel.getByRole('radio', { name: /^Fail/ }).check()
  await panel.getByRole('button', { name: 'Add group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'apart' })).toBeVisible()

  await page.getByRole('button', { name: 'Add instance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add instance to group' })
  const add = dialog.getByRole('button', { name: 'Add to group' })
  await dialog.getByRole('combobox', { name: 'Instance' }).fill('south')
  await page.getByRole('option', { name: 'south' }).click()
  await expect(dialog.getByText('Only stopped instances can be added to a group.')).toBeVisible()
  await expect(add).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Instance' }).fill('north')
  await page.getByRole('option', { name: 'north' }).click()
  await add.click()
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('link', { name: 'north' })).toBeVisible()

  await page.getByRole('button', { name: 'Anti-affinity group actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit anti-affinity group' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('farther')
  await edit.getByRole('button', { name: 'Edit group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'farther' })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  const renamed = page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem').first()
  await expect(renamed).toContainText('Before: apart → After: farther')
  await page.getByRole('tab', { name: 'Members' }).click()

  await members.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from group' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No group members')).toBeVisible()

  await page.getByRole('button', { name: 'Anti-affinity group actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Affinity Groups' })).toBeVisible()
  await expect(page.getByText('No anti-affinity groups')).toBeVisible()
})

test('lists groups of both kinds, joins them from an instance, and deletes them together', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('north', { start: false }))
  await make(`/v1/anti-affinity-groups?project=${project}`, {
    name: 'same',
    description: '',
    policy: 'allow',
    failure_domain: 'sled',
  })
  await page.goto(`/projects/${project}/affinity-new`)
  await page.getByRole('dialog', { name: 'Add anti-affinity group' }).getByLabel('Name').fill('same')
  await page.getByRole('radio', { name: /^Affinity/ }).check()
  const panel = page.getByRole('dialog', { name: 'Add affinity group' })
  await panel.getByRole('radio', { name: /^Fail/ }).check()
  await panel.getByRole('button', { name: 'Add group' }).click()
  await expect(page).toHaveURL(/\/affinity-groups\/same$/)
  await page.getByRole('button', { name: 'Affinity group actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit affinity group' }).getByLabel('Name').fill('edit')
  await page.getByRole('button', { name: 'Edit group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'edit' })).toBeVisible()

  await page.goto(`/projects/${project}/instances/north/settings`)
  for (const [add, kind, name] of [
    ['Add to group', 'Anti-affinity group', 'same'],
    ['Add to affinity group', 'Affinity group', 'edit'],
  ] as const) {
    await page.getByRole('button', { name: add }).click()
    const dialog = page.getByRole('dialog', { name: `Add to ${kind.toLowerCase()}` })
    await dialog.getByRole('combobox', { name: kind }).fill(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    const table = page.getByRole('table', { name: `${kind}s`, exact: true })
    await expect(table.getByRole('link', { name })).toBeVisible()
  }
  const together = page.getByRole('table', { name: 'Affinity groups', exact: true })
  await together.getByRole('link', { name: 'edit' }).click()
  await expect(
    page.getByRole('table', { name: 'Members' }).getByRole('link', { name: 'north' }),
  ).toBeVisible()

  await page.goto(`/projects/${project}/affinity`)
  await expect(page.getByRole('row', { name: 'same' })).toContainText('anti-affinity')
  // The groups of the other kind are another list.
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 groups' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No anti-affinity groups')).toBeVisible()
})

test('shows why an instance could not be placed, until it starts', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('huge', { ncpus: 254 }))
  await page.goto(`/projects/${project}/instances`)
  const why =
    /It was not started: it wants 254 vCPUs and 1 GiB of memory, and any one sled has at most \d+ vCPUs/
  await expect(page.getByRole('row', { name: 'huge' }).getByRole('button', { name: why })).toBeVisible()
  await page.getByRole('link', { name: 'huge' }).click()
  await expect(page.getByText(/^It wants 254 vCPUs/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/Failed to place instance: it wants 254 vCPUs/)).toBeVisible()
})

test('follows a group that is renamed or deleted elsewhere', async ({ page, make, project }) => {
  const groups = `/v1/anti-affinity-groups?project=${project}`
  const group = (name: string) =>
    make(groups, { name, description: '', policy: 'allow', failure_domain: 'sled' })
  const elsewhere = (name: string) => `/v1/anti-affinity-groups/${name}?project=${project}`
  await make(`/v1/instances?project=${project}`, instance('north', { start: false }))
  await group('apart')
  await group('farther')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto(`/projects/${project}/affinity/apart`)
  await expect(heading('apart')).toBeVisible()
  await page.request.put(elsewhere('apart'), { data: { name: 'aside', description: '' } })
  await expect(heading('aside')).toBeVisible()
  await expect(page).toHaveURL(/affinity\/aside$/)
  // Renamed here: Back leads to the page under its new name, not to a missing one.
  await page.getByRole('button', { name: 'Anti-affinity group actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('away')
  await page.getByRole('button', { name: 'Edit group' }).click()
  await expect(page).toHaveURL(/affinity\/away$/)
  await page.goBack()
  await expect(heading('away')).toBeVisible()
  await expect(page).toHaveURL(/affinity\/away$/)

  await page.goto(`/projects/${project}/affinity`)
  await page.getByRole('row', { name: 'farther' }).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.request.delete(elsewhere('farther'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Anti-affinity group farther was not there any more')).toBeVisible()

  await page.goto(`/projects/${project}/instances/north/settings`)
  await page.getByRole('button', { name: 'Add to group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to anti-affinity group' })
  await dialog.getByRole('combobox').fill('away')
  await page.getByRole('option', { name: 'away' }).click()
  await page.request.delete(elsewhere('away'))
  const add = dialog.getByRole('button', { name: 'Add to group' })
  await expect(add).toHaveAccessibleDescription(/no longer exists/)
})
