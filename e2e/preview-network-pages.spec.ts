import { test } from './jitter/jitter.ts'
import { openNetworkPages } from './network-pages.ts'

test('opens every page of networks on a narrow screen', async ({ page }) => {
  test.setTimeout(300_000)
  await openNetworkPages(page, 'network-pages')
})
