import { vpcList } from '@granary/contract/generated/client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerWith, pageWith } from '../../../api/testing.ts'
import { columnsOf } from '../../../ui/table/columns.ts'
import { fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { renderAsPage } from '../../testing.tsx'
import { ListSection } from './list-section.tsx'
import { useFilteredPage } from './use-filtered-page.ts'

type Row = { id: string; name: string }
const column = columnsOf<Row>()
const columns = [column.accessor('name', { header: 'name' }), column.actions(() => null)]

function Vpcs() {
  const { page, filter } = useFilteredPage(vpcList, { project: 'shop' })
  return (
    <ListSection
      title="VPCs"
      columns={columns}
      page={page}
      filter={filter}
      rowId={({ id }) => id}
      empty="None"
    />
  )
}

const tags = (...texts: string[]) =>
  texts.map((text) => ({ key: text.split('=')[0], value: text.split('=')[1] }))
function show(at: string, ...rows: object[]) {
  const requested = answerWith({ 'GET /v1/vpcs': pageWith(...rows) })
  const history = renderAsPage(<Vpcs />, createQueryClient(), at)
  return { history, lastFilter: () => requested.at(-1)!.query.get('filter') }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
})

test('a list of resources without tags has no column for them', async () => {
  show('/', { id: '1', name: 'front', tags: [] })
  expect(await screen.findByText('front')).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Tags' })).toBeNull()
})

test('a click on a tag adds it to the filter, once', async () => {
  const { history, lastFilter } = show('/?name=web', {
    id: '1',
    name: 'front',
    tags: tags('env=prod', 'team=web shop'),
  })
  expect(await screen.findByRole('columnheader', { name: 'Tags' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter by tag env=prod' }))
  await waitFor(() => expect(lastFilter()).toBe('web tag:env=prod'))
  fireEvent.click(screen.getByRole('button', { name: 'Filter by tag team=web shop' }))
  await waitFor(() => expect(lastFilter()).toBe('web tag:env=prod tag:"team=web shop"'))
  const { search } = history.location
  fireEvent.click(screen.getByRole('button', { name: 'Filter by tag env=prod' }))
  expect(history.location.search).toBe(search)
})

test('more than two tags are in a menu', async () => {
  const { lastFilter } = show('/', { id: '1', name: 'front', tags: tags('a=1', 'b=2', 'c=3', 'd=4') })
  fireEvent.click(await screen.findByRole('button', { name: '2 more tags' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'd=4' }))
  await waitFor(() => expect(lastFilter()).toBe('tag:d=4'))
})
