import { expect } from '@playwright/test'
import { ADMIN_PASSWORD, EMPTY_SERVER_URL } from '../places.ts'
import { PUBLIC_KEY, test } from './empty-server.ts'

/** Clicks from an empty server to a running machine, sign-in and SSH key included (issue 11). */
const MOST_CLICKS = 9

test.use({ baseURL: EMPTY_SERVER_URL })

test('leads from an empty server to a running machine in few clicks', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      true,
    )
  })
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('link', { name: 'New project' }).first().click()
  const newProject = page.getByRole('dialog', { name: 'Create project' })
  await newProject.getByRole('textbox', { name: 'Name' }).fill('first')
  await newProject.getByRole('button', { name: 'Create project' }).click()

  await page.getByRole('link', { name: 'New instance' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await page.getByRole('button', { name: 'Upload an image' }).click()
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  // Without an image, the catalog comes first.
  await expect(panel.getByRole('button', { name: 'Cloud image' })).toContainText('Debian 13')
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('debian-13')
  await panel.getByRole('button', { name: 'Fetch image' }).click()

  // The image is fetched, chosen, and the draft is still there.
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('Image debian-13 created')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('web')
  await expect(page.getByRole('tab', { name: 'Project images' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('debian-13')

  await page.getByRole('button', { name: 'Add SSH Key' }).click()
  const addKey = page.getByRole('dialog', { name: 'Add SSH key' })
  await addKey.getByRole('textbox', { name: 'Name' }).fill('mine')
  await addKey.getByRole('textbox', { name: 'Public key' }).fill(PUBLIC_KEY)
  await addKey.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(page.getByRole('checkbox', { name: 'mine' })).toBeChecked()
  await page.getByRole('button', { name: 'Create instance' }).click()

  await expect(page).toHaveURL('/projects/first/instances/web/storage')
  await expect(page.getByLabel('Properties table').getByText('running')).toBeVisible()
  const clicks = Number(await page.evaluate(() => sessionStorage.getItem('clicks')))
  expect(clicks).toBeGreaterThan(6)
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
})

test('fetches an image from a URL, with the reason of each failure', async ({ page, mirror }) => {
  const login = { username: 'admin', password: ADMIN_PASSWORD }
  await page.request.post('/v1/login/main/local', { data: login })
  await page.request.post('/v1/projects', { data: { name: 'shop', description: '' } })
  await page.goto('/projects/shop/images-new')
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A URL' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill('mirrored')
  await panel.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  await panel.getByRole('textbox', { name: /^URL/ }).fill('http://10.0.0.1/debian.img')
  await panel.getByRole('textbox', { name: 'Checksum' }).fill('0'.repeat(64))
  await panel.getByRole('button', { name: 'Fetch image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image fetch progress' })
  await expect(progress.getByText(/in a network that the operator does not allow/)).toBeVisible()
  await progress.getByRole('button', { name: 'Back' }).click()

  await panel.getByRole('textbox', { name: /^URL/ }).fill(`${mirror}/debian.img`)
  await panel.getByRole('button', { name: 'Fetch image' }).click()
  await expect(progress.getByText(/It was damaged or replaced/)).toBeVisible()
  await progress.getByRole('button', { name: 'Back' }).click()
  await panel.getByRole('textbox', { name: 'Checksum' }).fill(`${mirror}/SHA256SUMS`)
  await panel.getByRole('button', { name: 'Fetch image' }).click()
  await expect(page).toHaveURL('/projects/shop/images')
  await expect(page.getByRole('row', { name: /mirrored/ })).toBeVisible()
})
