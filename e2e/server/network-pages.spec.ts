import { openNetworkPages } from '../network-pages.ts'
import { test } from './fixtures.ts'
import { unique } from './silo-fixtures.ts'

test('opens every page of networks on a narrow screen', async ({ page }) => {
  test.setTimeout(300_000)
  await openNetworkPages(page, unique('pages'))
})
