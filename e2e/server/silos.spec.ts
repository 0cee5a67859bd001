import { expectGone, pressEnter } from './fixtures.ts'
import type { FileChooser } from '@playwright/test'
import { certificateFiles, expect, file, test, unique } from './silo-fixtures.ts'

test('creates a silo with every field by keyboard alone, and deletes it', async ({ page }) => {
  const name = unique('acme')
  const { cert, key } = certificateFiles([`${name}.sys.granary.example`])
  const keys = page.keyboard
  // From now on files are chosen by the test: a listener that comes with the key press may be too late.
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => void choosers.push(chooser))
  await page.goto('/system/silos')
  await expect(page.getByRole('heading', { name: 'Silos', level: 1 })).toBeVisible()
  await keys.press('Control+k')
  await keys.type('New silo')
  await keys.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Create silo' })
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await keys.type(name)
  await keys.press('Tab')
  await keys.type('By keyboard')
  await keys.press('Tab')
  await keys.press('Space')
  for (const amount of ['8', '16', '100']) {
    await keys.press('Tab')
    await keys.press('Control+a')
    await keys.type(amount)
  }
  await keys.press('Tab')
  await expect(panel.getByRole('radio', { name: /SAML \+ JIT/ })).toBeFocused()
  await keys.press('Tab')
  await keys.type(' owners ')
  await keys.press('Tab')
  await keys.press('Space')
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(panel.getByRole('button', { name: 'Add TLS certificate' })).toBeFocused()
  await keys.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Add TLS certificate' })
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await keys.type('first')
  await keys.press('Tab')
  for (const [label, chosen] of [
    ['Cert', cert],
    ['Key', key],
  ] as const) {
    await keys.press('Tab')
    await expect(dialog.getByLabel(label, { exact: true })).toBeFocused()
    await keys.press('Enter')
    await expect.poll(() => choosers.length).toBe(1)
    await choosers.pop()!.setFiles(chosen)
    await keys.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Clear file' }).last()).toBeFocused()
  }
  await expect(dialog.getByText(`${name}.sys.granary.example`).first()).toBeVisible()
  await expect(dialog.getByText('The key belongs to the certificate.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await keys.press('Enter')
  await expect(panel.getByRole('table', { name: 'TLS Certificates' }).getByText('first')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await keys.press('Enter')

  await expect(page).toHaveURL('/system/silos')
  await expect(page.getByTestId('Toasts')).toContainText(`Silo ${name} created`)
  // The silo isn't discoverable, so the list hides it.
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await page.goto(`/system/silos/${name}`)
  await expect(page).toHaveURL(`/system/silos/${name}/idps`)
  await expect(page.getByText('owners', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Identity Providers' }).focus()
  for (const _ of ['IP pools', 'subnet pools', 'quotas']) await keys.press('ArrowRight')
  await expect(page).toHaveURL(`/system/silos/${name}/quotas`)
  await expect(page.getByRole('row', { name: /Storage 0 GiB 100 GiB 100 GiB/ })).toBeVisible()
  await keys.press('ArrowRight')
  await expect(page.getByRole('list', { name: 'Mapped fleet roles' })).toContainText('Fleet admin')

  await page.getByRole('button', { name: 'Silo actions' }).focus()
  await keys.press('Enter')
  await pressEnter(page.getByRole('menuitem', { name: 'Delete' }))
  await pressEnter(page.getByRole('dialog', { name: 'Delete silo' }).getByRole('button', { name: 'Confirm' }))
  await expect(page).toHaveURL('/system/silos')
  await expect(page.getByTestId('Toasts')).toContainText(`Silo ${name} deleted`)
})

test('shows problems of a silo form at their fields, and keeps the draft', async ({
  page,
  silo,
  context,
}) => {
  const taken = await silo()
  const { cert, key } = certificateFiles(['x.sys.granary.example'])
  const other = certificateFiles(['y.sys.granary.example'])
  await page.goto('/system/silos-new')
  const panel = page.getByRole('dialog', { name: 'Create silo' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(taken)
  await panel.getByRole('textbox', { name: 'Memory quota (GiB)' }).fill('')
  await panel.getByRole('button', { name: 'Create silo' }).click()
  await expect(panel.getByText('Memory quota (GiB) is required')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Memory quota (GiB)' }).fill('12')
  await panel.getByRole('button', { name: 'Create silo' }).click()
  await expect(panel.getByText('At least one certificate is required')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Add TLS certificate' })).toBeFocused()

  await panel.getByRole('button', { name: 'Add TLS certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add TLS certificate' })
  await dialog.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(dialog.getByText('Cert is required')).toBeVisible()
  await expect(dialog.getByText('Key is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('only')
  await dialog.getByLabel('Cert', { exact: true }).setInputFiles(file('notes.txt', 'no certificate'))
  await expect(dialog.getByText("Couldn't parse certificate")).toBeVisible()
  await dialog.getByLabel('Cert', { exact: true }).setInputFiles(cert)
  await dialog.getByLabel('Key', { exact: true }).setInputFiles(other.key)
  await expect(dialog.getByText('It is not the key of the (first) certificate')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(dialog.getByText('It is not the key of the (first) certificate')).toBeVisible()
  await expect(dialog.getByText('cert.pem')).toBeVisible()
  await dialog.getByLabel('Key', { exact: true }).setInputFiles(key)
  await dialog.getByRole('button', { name: 'Add Certificate' }).click()
  await expect(dialog).toBeHidden()

  await panel.getByRole('button', { name: 'Create silo' }).click()
  await expect(panel.getByText('Name already exists', { exact: true })).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('kept'))
  await context.route('**/v1/system/silos', (route) => route.abort())
  await panel.getByRole('button', { name: 'Create silo' }).click()
  await expect(panel.getByText(/The server could not be reached/)).toBeVisible()
  await context.unroute('**/v1/system/silos')
  await expect(panel.getByRole('textbox', { name: 'Memory quota (GiB)' })).toHaveValue('12')
  await expect(panel.getByRole('table', { name: 'TLS Certificates' }).getByText('only')).toBeVisible()
  await panel.getByRole('button', { name: 'Create silo' }).click()
  await expect(page).toHaveURL('/system/silos')
})

test('opens tabs by path and by query, and changes quotas', async ({ page, silo }) => {
  const name = await silo()
  await page.goto(`/system/silos/${name}?tab=ip-pools`)
  await expect(page).toHaveURL(`/system/silos/${name}/ip-pools`)
  await expect(page.getByRole('heading', { name: 'No linked IP pools' })).toBeVisible()
  await page.goto(`/system/silos/${name}?tab=nonsense`)
  await expect(page).toHaveURL(`/system/silos/${name}/idps`)

  await page.getByRole('tab', { name: 'Quotas' }).click()
  await page.getByRole('button', { name: 'Edit quotas' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit quotas' })
  await expect(panel.getByRole('textbox', { name: 'CPU (vCPUs)' })).toHaveValue('8')
  await panel.getByRole('textbox', { name: 'Memory (GiB)' }).fill('')
  await panel.getByRole('button', { name: 'Update Quotas' }).click()
  await expect(panel.getByText('Memory is required')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Memory (GiB)' }).fill('33')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('Toasts')).toContainText('Quotas updated')
  await expect(page.getByRole('row', { name: /Memory 0 GiB 33 GiB 33 GiB/ })).toBeVisible()
})

test.describe('for a viewer of the fleet', () => {
  test.use({ takesTurn: true })

  test('shows a fleet viewer everything, and no action that would be refused', async ({
    page,
    silo,
    operator,
  }) => {
    const name = await silo({ identity_mode: 'saml_jit' })
    const viewer = await operator('viewer')
    const signedIn = await page.request.post('/v1/login/main/local', { data: viewer })
    expect(signedIn.status()).toBe(204)
    await page.goto(`/system/silos?name=${name}`)
    const newSilo = page.getByRole('button', { name: 'New silo' })
    await expect(newSilo).toHaveAttribute('aria-disabled', 'true')
    await newSilo.focus()
    await expect(page.getByRole('tooltip')).toContainText('Only collaborators and admins of the fleet')
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: 'Row actions' })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: 'New provider' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('tab')).toHaveText([
      'Identity Providers',
      'IP Pools',
      'Subnet Pools',
      'Quotas',
      'Fleet roles',
      'History',
    ])
    await page.getByRole('tab', { name: 'Quotas' }).click()
    await expect(page.getByRole('button', { name: 'Edit quotas' })).toHaveAttribute('aria-disabled', 'true')
    await page.goto('/silo/users')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

test('deletes a silo with everything in it after the user types its name', async ({
  page,
  silo,
  make,
  playwright,
  baseURL,
}) => {
  const name = await silo()
  const password = 'only-for-this-test'
  const ann = await make(`/v1/system/identity-providers/local/users?silo=${name}`, {
    external_id: 'ann',
    password: { mode: 'password', value: password },
  })
  const assignment = { identity_type: 'silo_user', identity_id: ann.id, role_name: 'admin' }
  const policy = { data: { role_assignments: [assignment] } }
  expect((await page.request.put(`/v1/system/silos/${name}/policy`, policy)).status()).toBe(200)
  const asAnn = await playwright.request.newContext({ baseURL: baseURL! })
  await asAnn.post(`/v1/login/${name}/local`, { data: { username: 'ann', password } })
  const shop = { data: { name: 'shop', description: '' } }
  expect((await asAnn.post('/v1/projects', shop)).status()).toBe(201)
  await asAnn.dispose()

  await page.goto(`/system/silos/${name}/users`)
  await page.getByRole('button', { name: 'Silo actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete silo' })
  await expect(dialog.getByText('shop')).toBeVisible()
  await expect(dialog.getByRole('link', { name: '1 user', exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Silo name' }).fill(name)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  const job = page.getByRole('dialog', { name: `Delete silo ${name}` })
  await expect(job.getByRole('row', { name: `${name} done` })).toBeVisible()
  await job.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL('/system/silos')
  await expectGone(page.getByRole('row', { name: new RegExp(name) }))
})
