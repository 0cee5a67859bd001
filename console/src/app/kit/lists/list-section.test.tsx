import { diskList, projectList } from '@granary/contract/generated/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../../api/extensions.ts'
import { act, fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { columnsOf } from '../../../ui/table/columns.ts'
import { NameButton } from '../../../ui/table/name-anchor.tsx'
import { BottomBarContext } from '../../../ui/page/bottom-bar.tsx'
import { renderAsPage } from '../../testing.tsx'
import { ListSection } from './list-section.tsx'
import { usePage } from './use-page.ts'

type Row = { id: string; name: string; description: string; timeCreated: Date }
const column = columnsOf<Row>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => <NameButton onPress={() => {}}>{getValue()}</NameButton>,
  }),
  column.accessor('description', { header: 'description' }),
  column.accessor('timeCreated', { header: 'created', cell: () => 'then' }),
]

function Projects({ maxSize }: { maxSize?: number }) {
  const page = usePage(projectList, {}, true, maxSize)
  return (
    <ListSection
      title="Projects"
      columns={columns}
      page={page}
      rowId={(row: Row) => row.id}
      empty={<p>No projects</p>}
      filter={{ value: '', onChange: () => {} }}
    />
  )
}

const sizes = [
  ...columns,
  column.accessor('id', { header: 'size', meta: { sort: 'size' } }),
  column.accessor('id', { id: 'memory', header: 'memory', meta: { sort: 'memory' } }),
]

/** The same rows, as a list that the server also sorts by size. */
function Disks() {
  const page = usePage(diskList, { query: { project: 'shop' } }, true)
  const rows = page.rows as unknown as Row[] | undefined
  return (
    <ListSection
      title="Disks"
      columns={sizes}
      page={{ ...page, rows, readUpTo: undefined, readAll: undefined }}
      rowId={(row: Row) => row.id}
      empty={<p>No disks</p>}
    />
  )
}

const COUNT = 120
/** A server with numbered projects, whose token is the index of the next one. */
const answer = vi.fn((url: URL) => {
  const limit = Number(url.searchParams.get('limit'))
  const token = url.searchParams.get('page_token')
  if (token === 'stale') return Response.json({ message: 'invalid page token' }, { status: 400 })
  const from = Number(token ?? 0)
  const items = Array.from({ length: Math.min(limit, COUNT - from) }, (_, index) => ({
    id: `id-${from + index}`,
    name: `p-${from + index}`,
    description: `=${from + index}`,
    time_created: '2026-01-01T00:00:00.000Z',
    time_modified: '2026-01-01T00:00:00.000Z',
  }))
  const total = { count: COUNT, is_capped: false }
  return Response.json({ items, next_page: items.length > 0 ? String(from + limit) : null, total })
})
const queries = () => answer.mock.calls.map(([url]) => url.searchParams.toString())

beforeEach(() => {
  localStorage.clear()
  setExtensions(true)
  answer.mockClear()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input)
    return answer(new URL(address, 'http://granary.test'))
  })
})

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const show = (at = '/', maxSize?: number) =>
  renderAsPage(
    <BottomBarContext value={document.body}>
      <Projects {...(maxSize && { maxSize })} />
    </BottomBarContext>,
    newClient(),
    at,
  )
const pagination = () => screen.getByRole('navigation', { name: 'Pagination' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('moves from the filter to the first row by arrow down, and back by arrow up', async () => {
  show()
  const first = await screen.findByRole('button', { name: 'p-0' })
  const filter = screen.getByRole('textbox', { name: 'Filter projects by name' })
  filter.focus()
  expect(fireEvent.keyDown(filter, { key: 'ArrowDown' })).toBe(false)
  expect(document.activeElement).toBe(first)
  expect(fireEvent.keyDown(first, { key: 'ArrowUp' })).toBe(false)
  expect(document.activeElement).toBe(filter)
})

test('keeps the page in the URL, shows its place, and goes back', async () => {
  const history = show()
  await screen.findByText('p-0')
  expect(pagination().textContent).toContain('1–50 of 120')
  press('next')
  await screen.findByText('p-50')
  expect(pagination().textContent).toContain('51–100 of 120')
  expect(history.location.search).toContain('page=2')
  press('next')
  await screen.findByText('p-100')
  expect(pagination().textContent).toContain('101–120 of 120')
  press('prev')
  await screen.findByText('p-50')
  act(() => history.back())
  await screen.findByText('p-100')
  press('prev')
  await screen.findByText('p-50')
  press('prev')
  await screen.findByText('p-0')
  expect(history.location.search).not.toContain('token')
})

test('sorts by a heading, marks it as sorted, and starts at the first page', async () => {
  const history = show()
  await screen.findByText('p-0')
  press('next')
  await screen.findByText('p-50')
  press('created')
  await waitFor(() => expect(queries().at(-1)).toContain('order_by=created_descending'))
  await screen.findByText('p-0')
  expect(history.location.search).toBe('?sort=-created')
  expect(screen.getByRole('columnheader', { name: 'created' }).getAttribute('aria-sort')).toBe('descending')
  press('created')
  await waitFor(() => expect(queries().at(-1)).toContain('order_by=created_ascending'))
  expect(within(screen.getByRole('columnheader', { name: 'description' })).queryByRole('button')).toBeNull()
})

test('sorts by a field that the server sorts this list by, the largest first', async () => {
  const history = renderAsPage(<Disks />, newClient())
  await screen.findByText('p-0')
  press('size')
  await waitFor(() => expect(queries().at(-1)).toContain('order_by=size_descending'))
  expect(history.location.search).toBe('?sort=-size')
  expect(screen.getByRole('columnheader', { name: 'size' }).getAttribute('aria-sort')).toBe('descending')
  press('size')
  await waitFor(() => expect(queries().at(-1)).toContain('order_by=size_ascending'))
  expect(screen.getByRole('columnheader', { name: 'size' }).getAttribute('aria-sort')).toBe('ascending')
  expect(within(screen.getByRole('columnheader', { name: 'memory' })).queryByRole('button')).toBeNull()
})

test('ignores an order in the URL that the list does not have', async () => {
  show('/?sort=-size')
  await screen.findByText('p-0')
  expect(queries().at(-1)).not.toContain('order_by')
})

test('offers to sort by name only on a server without extensions', async () => {
  setExtensions(false)
  show()
  await screen.findByText('p-0')
  expect(screen.queryByRole('button', { name: 'created' })).toBeNull()
  press('name')
  await waitFor(() => expect(queries().at(-1)).toContain('sort_by=name_descending'))
})

test('takes the number of rows from the URL and from the menu', async () => {
  const history = show('/?size=25')
  await screen.findByText('p-24')
  expect(queries().at(-1)).toContain('limit=25')
  press('25')
  fireEvent.click(await screen.findByRole('menuitem', { name: '100' }))
  await screen.findByText('p-99')
  expect(history.location.search).toBe('?size=100')
})

test('shows the first page when the server refuses the token of a link', async () => {
  const history = show('/?page=7&token=stale')
  await screen.findByText('p-0')
  await waitFor(() => expect(history.location.search).toBe(''))
})

test('hides a column, and remembers it', async () => {
  show()
  await screen.findByText('p-0')
  press('List options')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'description' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'description' })).toBeNull())
  expect(JSON.parse(localStorage.getItem('hidden-columns')!)).toEqual({ Projects: ['description'] })
})

test('exports the rows of all pages', async () => {
  const saved = vi.fn()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
  show()
  await screen.findByText('p-0')
  press('List options')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const text = await (saved.mock.calls[0]![0] as Blob).text()
  expect(text.trim().split('\r\n')).toHaveLength(COUNT + 1)
  expect(text).toContain("\r\np-119,'=119,2026-01-01T00:00:00.000Z,id-119\r\n")
})

test('goes through all pages of a list whose server returns few rows at once', async () => {
  show('/?size=250', 100)
  await screen.findByText('p-99')
  expect(queries().at(-1)).toContain('limit=100')
  press('100')
  const sizes = await screen.findAllByRole('menuitem')
  expect(sizes.map((size) => size.textContent)).toEqual(['25', '50', '100'])
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  press('next')
  await screen.findByText('p-119')
})
