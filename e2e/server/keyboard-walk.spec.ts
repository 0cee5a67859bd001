import { expect } from '@playwright/test'
import { ADMIN_PASSWORD, KEYBOARD_SERVER_URL } from '../places.ts'
import { PUBLIC_KEY, test } from './empty-server.ts'
import { moveTo, press } from './keyboard.ts'

test.use({ baseURL: KEYBOARD_SERVER_URL })

test('leads from an empty server to a running machine, and deletes it, by keyboard alone', async ({
  page,
  mirror,
}) => {
  const { keyboard } = page
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await keyboard.type('admin')
  await moveTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(ADMIN_PASSWORD)
  await keyboard.press('Enter')
  await expect(heading('Projects')).toBeFocused()

  // The skip link leads past the menu of a page that is opened anew.
  await page.reload()
  await expect(link('New project').first()).toBeVisible()
  await press(page, link('Skip to content'))
  await keyboard.press('Tab')
  await expect(page.locator('main :focus')).toBeVisible()
  await press(page, link('New project').first())
  const newProject = page.getByRole('dialog', { name: 'Create project' })
  await expect(newProject.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('first')
  await keyboard.press('Enter')
  await expect(heading('Instances')).toBeFocused()

  await press(page, button('User menu'), 'Shift+Tab')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(heading('Profile')).toBeFocused()
  await press(page, link('SSH Keys'), 'Shift+Tab')
  await expect(heading('SSH Keys')).toBeFocused()
  await press(page, link('Add SSH key').first())
  const addKey = page.getByRole('dialog', { name: 'Add SSH key' })
  await expect(addKey.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('mine')
  await moveTo(page, addKey.getByRole('textbox', { name: 'Public key' }))
  await keyboard.type(PUBLIC_KEY)
  await press(page, addKey.getByRole('button', { name: 'Add SSH key' }))
  await expect(page.getByRole('row', { name: /mine/ })).toBeVisible()
  await expect(addKey).toBeHidden()

  await keyboard.press('Control+k')
  await keyboard.type('first')
  await expect(page.getByRole('option', { name: /^first/ })).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(heading('Instances')).toBeFocused()

  await press(page, link('Images'), 'Shift+Tab')
  await expect(heading('Project Images')).toBeFocused()
  await press(page, link('Upload image').first())
  const upload = page.getByRole('dialog', { name: 'Upload image' })
  // Without an image, the catalog comes first.
  await expect(upload.getByRole('button', { name: 'Cloud image' })).toBeFocused()
  await moveTo(page, upload.getByRole('radio', { name: 'The catalog' }), 'Shift+Tab')
  await keyboard.press('ArrowLeft')
  await expect(upload.getByRole('radio', { name: 'A URL' })).toBeChecked()
  for (const [field, text] of [
    ['Name', 'debian'],
    ['OS', 'Debian'],
    ['Version', '13'],
    [/^URL/, `${mirror}/debian.img`],
    [/^Checksum/, `${mirror}/SHA256SUMS`],
  ] as const) {
    await moveTo(page, upload.getByRole('textbox', { name: field }))
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /debian/ })).toBeVisible()
  await expect(upload).toBeHidden()

  await press(page, link('Instances'), 'Shift+Tab')
  await expect(heading('Instances')).toBeFocused()
  await press(page, link('New instance').last())
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await keyboard.type('web')
  await moveTo(page, page.getByRole('combobox', { name: 'Image' }))
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('debian')
  await moveTo(page, page.getByRole('checkbox', { name: 'mine' }))
  await expect(page.getByRole('checkbox', { name: 'mine' })).toBeChecked()
  await press(page, button('Create instance'))

  await expect(heading('web')).toBeFocused()
  const properties = page.getByLabel('Properties table')
  await expect(properties.getByText('running')).toBeVisible()
  await press(page, link('Console'))
  await expect(page.getByText('connected', { exact: true })).toBeVisible()
  const terminal = page.getByRole('application')
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()
  await expect(terminal).toContainText('root@web')
  await keyboard.type('echo typed\n')
  await expect(terminal).toContainText(/typed\s[^]*typed/)
  await keyboard.press('Escape')
  await press(page, link('web').first(), 'Shift+Tab')

  await expect(heading('web')).toBeFocused()
  await press(page, button('Stop'))
  const stop = page.getByRole('dialog', { name: 'Stop instance' })
  await expect(stop.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, stop.getByRole('button', { name: 'Confirm' }))
  await expect(properties.getByText('stopped')).toBeVisible()
  await expect(button('Stop')).toBeFocused()
  await press(page, button('Instance actions'))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keyboard.press('Enter')
  const deletion = page.getByRole('dialog', { name: 'Delete instance' })
  await expect(deletion).toBeVisible()
  await press(page, deletion.getByRole('button', { name: 'Confirm' }))
  await expect(heading('Instances')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})
