import type { Page, Request } from '@playwright/test'
import { expectNoViolation, showTheme } from './axe.ts'
import { instance } from './fixtures.ts'
import { linkedBlocks } from './network-fixtures.ts'
import { expect, test, unique } from './silo-fixtures.ts'

// They are the longest tests, so they run beside each other.
test.describe.configure({ mode: 'parallel' })

test('axe finds no violation in either theme', async ({ page, make, project }) => {
  test.setTimeout(600_000)
  await make(`/v1/instances?project=${project}`, instance('axe'))
  await make(`/v1/anti-affinity-groups?project=${project}`, {
    name: 'apart',
    description: '',
    policy: 'fail',
    failure_domain: 'sled',
  })
  await make(`/v1/disks?project=${project}`, {
    name: 'axe-disk',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/v1/disks/axe-disk?project=${project}`)).json()).state.state,
    )
    .toBe('detached')
  await make(`/v1/snapshots?project=${project}`, {
    name: 'axe-snapshot',
    description: '',
    disk: 'axe-disk',
  })
  const base = `/projects/${project}`
  const paths = [
    '/projects',
    '/projects-new',
    '/instances',
    `${base}/edit`,
    `${base}/overview`,
    `${base}/instances`,
    `${base}/instances-new`,
    `${base}/instances/axe/overview`,
    `${base}/instances/axe/storage`,
    `${base}/instances/axe/networking`,
    `${base}/instances/axe/metrics/cpu`,
    `${base}/instances/axe/connect`,
    `${base}/instances/axe/metrics/disk`,
    `${base}/instances/axe/settings`,
    `${base}/instances/axe/history`,
    `${base}/instances/axe/metrics/network`,
    `${base}/instances/axe/serial-console`,
    `${base}/metrics?q=get+virtual_disk:nothing`,
    `${base}/disks`,
    `${base}/disks-new`,
    `${base}/disks/axe-disk`,
    `${base}/snapshots`,
    `${base}/snapshots-new`,
    `${base}/snapshots/axe-snapshot/images-new`,
    `${base}/images`,
    `${base}/images-new`,
    '/images',
    `${base}/affinity`,
    `${base}/affinity-new`,
    `${base}/affinity/apart`,
    `${base}/affinity/apart/edit`,
    '/settings/profile',
    '/settings/ssh-keys',
    '/settings/ssh-keys-new',
    '/settings/access-tokens',
    '/settings/bulk-jobs',
    '/access',
    `${base}/access`,
    '/system/access',
    '/system/update',
    '/docs/access.html',
    '/device/verify',
    '/device/success',
    '/login/main/local',
    '/login/main/saml/keycloak',
    '/no/such/page',
  ]
  await expectNoFaults(page, paths)
})

test('axe finds no violation on network pages in either theme', async ({ page, make, project }) => {
  test.setTimeout(600_000)
  await make(`/v1/vpc-routers?project=${project}&vpc=default`, { name: 'custom', description: '' })
  const nics = { network_interfaces: { type: 'default_ipv4' }, start: false }
  await make(`/v1/instances?project=${project}`, instance('axe-net', nics))
  await make(`/v1/floating-ips?project=${project}`, {
    name: 'front',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  const { pool } = await linkedBlocks(make)
  const allocator = { type: 'auto', prefix_length: 28, pool_selector: { type: 'explicit', pool } }
  await make(`/v1/external-subnets?project=${project}`, { name: 'lan', description: '', allocator })
  const vpc = `/projects/${project}/vpcs/default`
  await expectNoFaults(page, [
    `/projects/${project}/vpcs`,
    `/projects/${project}/external-subnets`,
    `/projects/${project}/external-subnets-new`,
    `/projects/${project}/external-subnets/lan/edit`,
    `/projects/${project}/instances/axe-net/networking`,
    `/system/networking/subnet-pools/${pool}`,
    `/system/networking/subnet-pools/${pool}?tab=silos`,
    `/system/networking/subnet-pools/${pool}/edit`,
    `/system/networking/subnet-pools/${pool}/members-add`,
    `/projects/${project}/vpcs-new`,
    `${vpc}/firewall-rules`,
    `${vpc}/edit`,
    `${vpc}/firewall-rules-new`,
    `${vpc}/firewall-rules/allow-ssh/edit`,
    `${vpc}/subnets`,
    `${vpc}/subnets-new`,
    `${vpc}/routers`,
    `${vpc}/routers/custom`,
    `${vpc}/routers/custom/routes-new`,
    `${vpc}/routers/system/routes/default/edit`,
    `${vpc}/internet-gateways`,
    `${vpc}/internet-gateways/default`,
    `${vpc}/connectivity`,
    `${vpc}/connectivity?from=instance/axe-net&to=internet&port=443`,
    `${vpc}/map?from=instance/axe-net&to=internet&port=443`,
    `/projects/${project}/floating-ips`,
    `/projects/${project}/floating-ips-new`,
    `/projects/${project}/floating-ips/front/edit`,
  ])
})

test('axe finds no violation on silo pages in either theme', async ({ page, silo, make }) => {
  test.setTimeout(600_000)
  const name = await silo({ identity_mode: 'saml_scim' })
  const receiver = unique('a-receiver-of-alerts')
  await make('/v1/webhook-receivers', {
    name: receiver,
    description: 'Made by a test',
    endpoint: `https://alerts.example.com/${receiver}/of-a-long-path`,
    secrets: ['only for this test'],
    subscriptions: ['update.started', 'update.ended'],
  })
  await page.request.post(`/v1/system/scim/tokens?silo=${name}`)
  const user = await (await page.request.get('/v1/me')).json()
  const sleds = await (await page.request.get('/v1/system/hardware/sleds?limit=1')).json()
  const { id: sled, rack_id: rackId } = sleds.items[0]
  await expectNoFaults(page, [
    '/system/silos',
    '/system/silos-new',
    `/system/silos/${name}/idps`,
    `/system/silos/${name}/idps-new`,
    `/system/silos/${name}/scim`,
    `/system/silos/${name}/fleet-roles`,
    '/system/silos/main/ip-pools',
    '/system/networking/ip-pools',
    '/system/networking/ip-pools-new',
    '/system/issues',
    '/system/networking/ip-pools/default-v4',
    '/system/networking/ip-pools/default-v4?tab=silos',
    '/system/networking/ip-pools/default-v4/edit',
    '/system/networking/ip-pools/default-v4/ranges-add',
    '/system/networking/rack',
    '/system/networking/rack/allow-list',
    '/system/networking/subnet-pools',
    '/system/networking/subnet-pools-new',
    '/system/silos/main/subnet-pools',
    '/system/silos/main/quotas',
    '/system/silos/main/certificates-new',
    '/system/utilization',
    '/system/utilization?tab=metrics',
    '/system/utilization?tab=fit',
    '/system/metrics',
    `/system/metrics?q=${QUERY}`,
    `/system/metrics?q=${QUERY}&tab=table`,
    '/system/inventory/sleds',
    '/system/inventory/disks',
    '/system/inventory/switches',
    '/system/inventory/switch-ports',
    '/system/inventory/racks',
    `/system/inventory/racks/${rackId}`,
    '/system/inventory/not-in-use',
    `/system/inventory/sleds/${sled}/instances`,
    '/system/alerting/alerts',
    '/system/alerting/receivers',
    '/system/alerting/receivers-new',
    '/system/support-bundles',
    '/system/support-bundles-new',
    '/utilization',
    '/system/audit-log',
    '/issues',
    '/silo/users',
    '/silo/users-new',
    `/silo/users/${user.id}`,
    '/silo/certificates',
    '/silo/auth-settings',
  ])
  await page.request.delete(`/v1/alert-receivers/${receiver}`)
})

/** The series of the fleet have points as soon as there is a silo. */
const QUERY = encodeURIComponent('get collection_target:cpus_provisioned | filter timestamp > @now() - 1d')

/** Pages that are no page of the signed-in console, and load anew. */
const OUTSIDE = /^\/(docs|device|login|no)\//
const LEAVING = 'leaving'
/** Milliseconds without a request after which a page has its data. */
const QUIET_MS = 200

/** Opens pages. Within the console it follows links as a user does: loading the application anew took longer than the check. */
function opener(page: Page) {
  const running = new Set<Request>()
  page.on('request', (request) => running.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => running.delete(request))
  let quietSince = Date.now()
  const isQuiet = () => {
    if ([...running].some((request) => !request.url().includes('/events'))) quietSince = Date.now()
    return Date.now() - quietSince >= QUIET_MS
  }
  let inside = false
  return async (path: string): Promise<void> => {
    if (inside && !OUTSIDE.test(path)) {
      await page.evaluate(
        ([to, title]) => {
          // A tab of the same page has the same title.
          if (new URL(to!, location.href).pathname !== location.pathname) document.title = title!
          history.pushState({}, '', to)
        },
        [path, LEAVING],
      )
      // The console sets the title when it shows the next page.
      await expect(page).not.toHaveTitle(LEAVING)
    } else {
      await page.goto(path)
    }
    inside = !OUTSIDE.test(path)
    await page.locator('h1, h2').first().waitFor()
    quietSince = Date.now()
    await expect.poll(isQuiet, { intervals: [50] }).toBe(true)
  }
}

/** Expects that tables show what they have room for, and scroll at neither width. */
async function expectNoWideTable(page: Page, path: string): Promise<void> {
  const before = page.viewportSize()!
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ ...before, width })
    const tooWide = () =>
      page
        .locator('.data-table-box:has(> .data-table)')
        .evaluateAll((boxes) =>
          boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.slice(0, 60)),
        )
    // Shortened ids follow the width a moment later.
    await expect.poll(tooWide, { message: `${path} at ${width} pixels` }).toEqual([])
    expect(await daysOffLine(page), `${path} at ${width} pixels`).toEqual([])
  }
  await page.setViewportSize(before)
}

/** Expects that no text, label or value shows what a program calls a missing value. */
async function expectNoMissingValue(page: Page, path: string): Promise<void> {
  const found = await page.locator('body').evaluate((body: HTMLBodyElement) => {
    const texts = [body.innerText]
    for (const element of body.querySelectorAll(
      '[aria-label], [title], [placeholder], [href], input, textarea',
    )) {
      for (const name of ['aria-label', 'title', 'placeholder', 'href'])
        texts.push(element.getAttribute(name) ?? '')
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        texts.push(element.value)
    }
    const lines = texts.flatMap((text) => text.split('\n'))
    return lines.filter((line) => /\b(null|undefined|NaN)\b|\[object |Invalid Date/.test(line))
  })
  // The docs explain the API, which has the word.
  if (!path.startsWith('/docs/')) expect(found, path).toEqual([])
}

/** Finds dates that are not in the middle of their row: the hidden time of day must not push them up. */
const daysOffLine = (page: Page): Promise<string[]> =>
  page.locator('td[data-day] time:visible').evaluateAll((times) => {
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    return times
      .filter((time) => Math.abs(middle(time) - middle(time.closest('td')!)) > 1.5)
      .map((time) => time.textContent)
  })

/** Runs every rule in the light theme. The dark one has the same document, so those about colors run again. */
async function expectNoFaults(page: Page, paths: string[]): Promise<void> {
  const open = opener(page)
  await open('/projects')
  for (const path of paths) {
    await showTheme(page, 'light')
    await open(path)
    await expectNoViolation(page, path, 'every rule')
    await expectNoWideTable(page, path)
    await expectNoMissingValue(page, path)
    // Pages outside of the console do not listen for another theme.
    if ((await showTheme(page, 'dark')) !== 'dark') await open(path)
    await expectNoViolation(page, `${path} in the dark theme`, 'colors')
  }
}
