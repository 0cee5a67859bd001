import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN_PASSWORD, FORMS_SERVER_URL } from '../places.ts'
import { test } from './empty-server.ts'

test.use({ baseURL: FORMS_SERVER_URL })

type Form = {
  path: string
  /** Fields that only the user can fill in. */
  asks?: readonly string[]
  /** What the form says is missing around it, before it is submitted. */
  lacks?: string
  /** The name, empty for a form without one; null where the form proposes one. */
  name?: string | null
}

const project = '/projects/made'
const vpc = `${project}/vpcs/default`

/** Every form that creates something, in an order in which each finds what it needs. */
const FORMS: readonly Form[] = [
  { path: '/projects-new' },
  // Before there is an image.
  { path: `${project}/instances-new` },
  { path: `${project}/images-new`, name: null },
  { path: `${project}/disks-new` },
  { path: `${project}/images/debian-13/disks-new`, name: 'copy' },
  { path: `${project}/snapshots-new`, asks: ['Disk'] },
  { path: `${project}/vpcs-new` },
  { path: `${vpc}/firewall-rules-new` },
  { path: `${vpc}/subnets-new` },
  { path: `${vpc}/routers-new` },
  { path: `${vpc}/routers/made/routes-new`, asks: ['Destination value', 'Target value'] },
  { path: `${vpc}/internet-gateways-new` },
  { path: `${project}/floating-ips-new` },
  { path: `${project}/external-subnets-new`, lacks: 'No subnet pool is linked to this silo' },
  { path: `${project}/affinity-new` },
  { path: '/settings/ssh-keys-new', asks: ['Public key'] },
  { path: '/silo/users-new', asks: ['Password'] },
  { path: '/silo/certificates-new', asks: ['Cert', 'Key'] },
  { path: '/system/silos-new', lacks: "At least one for the silo's host name" },
  { path: '/system/networking/ip-pools-new' },
  { path: '/system/networking/ip-pools/made/ranges-add', name: '', asks: ['First', 'Last'] },
  { path: '/system/networking/subnet-pools-new' },
  { path: '/system/networking/subnet-pools/made/members-add', name: '', asks: ['Subnet'] },
  { path: '/system/alerting/receivers-new', asks: ['Address', 'Secret'] },
]

test('every create form can be submitted on a first start', async ({ page }) => {
  test.setTimeout(600_000)
  await page.request.post('/v1/login/main/local', { data: { username: 'admin', password: ADMIN_PASSWORD } })
  // One after the other, because each makes what the next ones need.
  for (const form of FORMS) await test.step(form.path, () => submits(page, form))
})

/** Types a name where the focus is and submits: the form works, or it said before what is missing. */
async function submits(page: Page, { path, asks = [], lacks, name = 'made' }: Form) {
  await page.goto(path)
  const form = page.locator('form').filter({ has: page.locator('input') })
  if (name === null) {
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('')
  } else {
    const first = form.getByRole('textbox', name ? { name: /^(User )?[Nn]ame/ } : {}).first()
    await expect(first, `${path} has the focus in its first field`).toBeFocused()
    await page.keyboard.type(name)
  }
  await choicesLoaded(form)
  const marked = await markedAsEmpty(form)
  for (const label of asks) expect(marked, `${path} says before that it needs "${label}"`).toContain(label)
  if (lacks) return expect(page.getByText(lacks)).toBeVisible()
  await page.locator('button[type=submit]').last().click()
  if (asks.length === 0) return expect(page, `${path} can be submitted`).not.toHaveURL(path)
  // It asks for what it named, and nothing else is wrong with it.
  const invalid = form.locator('[data-invalid] label, [data-invalid] > div > span[id$=label]')
  await expect(invalid.first()).toBeVisible()
  expect((await invalid.allTextContents()).filter((label) => !asks.includes(label))).toEqual([])
}

/** Waits for the choices that decide defaults. */
const choicesLoaded = (form: Locator) => expect(form.getByPlaceholder('Loading…')).toHaveCount(0)

/** Returns the labels of empty fields that the form doesn't call optional. */
const markedAsEmpty = (form: Locator): Promise<string[]> =>
  form.locator('label:not(:has(+ span))').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const { control, textContent } = label as HTMLLabelElement
      const isEmpty =
        control instanceof HTMLButtonElement
          ? 'placeholder' in control.dataset
          : (control as HTMLInputElement | null)?.value === ''
      return isEmpty ? [textContent] : []
    }),
  )
