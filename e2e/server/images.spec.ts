import { expect, expectGone, pressEnter, test } from './fixtures.ts'
import { unique } from './silo-fixtures.ts'

test('promotes an image to the silo, demotes it to a project, and deletes it', async ({
  page,
  make,
  project,
}) => {
  const name = `shared-${project}`.slice(0, 60)
  await make(`/v1/disks?project=${project}`, {
    name: 'source',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await expect
    .poll(
      async () => (await (await page.request.get(`/v1/disks/source?project=${project}`)).json()).state.state,
    )
    .toBe('detached')
  const { id } = await make(`/v1/snapshots?project=${project}`, {
    name: 's',
    description: '',
    disk: 'source',
  })
  const source = { type: 'snapshot', id }
  await make(`/v1/images?project=${project}`, { name, description: '', os: 'debian', version: '13', source })

  await page.goto(`/projects/${project}/images`)
  const row = page.getByRole('row', { name: new RegExp(`(^| )${name} `) })
  await row.getByRole('link', { name }).click()
  const details = page.getByRole('dialog', { name: 'Image details' })
  await expect(details.getByText('Project', { exact: true })).toBeVisible()
  await expect(details.getByText('512 bytes')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Promote' }).click()
  await page.getByRole('dialog', { name: 'Promote image' }).getByRole('button', { name: 'Promote' }).click()
  await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
  await page.getByRole('link', { name: 'View silo images' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Silo Images' })).toBeVisible()
  await page.goto(`/images/${name}/edit`)
  await expect(page).toHaveURL(new RegExp(`/images/${name}$`))
  await expect(details.getByText('Silo', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Demote' }).click()
  const demote = page.getByRole('dialog', { name: 'Demote image' })
  await demote.getByRole('button', { name: 'Demote' }).click()
  await expect(demote.getByText('Project is required')).toBeVisible()
  await demote.getByRole('combobox', { name: 'Project' }).fill(project)
  await page.getByRole('option', { name: project }).click()
  await demote.getByRole('button', { name: 'Demote' }).click()
  await expectGone(row)

  await page.getByRole('button', { name: 'Promote image' }).first().click()
  const promote = page.getByRole('dialog', { name: 'Promote image' })
  await expect(promote.getByRole('button', { name: 'Image' })).toBeDisabled()
  await promote.getByRole('combobox', { name: 'Project' }).fill(project)
  await page.getByRole('option', { name: project }).click()
  await promote.getByRole('button', { name: 'Image' }).click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await promote.getByRole('button', { name: 'Promote' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete image' }).getByRole('button', { name: 'Confirm' }).click()
  await expectGone(row)
})

test.describe('for a viewer of the silo', () => {
  test.use({ takesTurn: true })

  test('tells a viewer of silo images which role may change them', async ({ page, make, project }) => {
    const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
    const common = { name: unique('image'), description: '' }
    const body = { ...common, size: 2 ** 30, disk_backend: blank }
    const disk = await make(`/v1/disks?project=${project}`, body)
    await expect
      .poll(async () => (await (await page.request.get(`/v1/disks/${disk.id}`)).json()).state.state)
      .toBe('detached')
    const { id } = await make(`/v1/snapshots?project=${project}`, { ...common, disk: disk.id })
    const source = { type: 'snapshot', id }
    await make('/v1/images', { ...common, os: 'debian', version: '13', source })
    const username = unique('looker')
    const password = 'only-for-this-test'
    const { id: looker } = await make('/v1/system/identity-providers/local/users?silo=main', {
      external_id: username,
      password: { mode: 'password', value: password },
    })
    const policy = await (await page.request.get('/v1/policy')).json()
    const role = { identity_id: looker, identity_type: 'silo_user', role_name: 'viewer' }
    await page.request.put('/v1/policy', { data: { role_assignments: [...policy.role_assignments, role] } })
    await page.request.post('/v1/login/main/local', { data: { username, password } })

    await page.goto('/images')
    const reason = 'You need the role limited collaborator in this silo; yours is viewer'
    await expect(page.getByRole('button', { name: 'Promote image' })).toHaveAccessibleDescription(reason)
    await pressEnter(
      page.getByRole('row', { name: common.name }).getByRole('button', { name: 'Row actions' }),
    )
    for (const name of ['Demote', 'Delete'])
      await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(reason)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })
})
