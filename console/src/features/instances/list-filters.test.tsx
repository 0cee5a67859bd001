import { EXTENSIONS } from '@granary/contract/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen } from '../../ui/testing.ts'
import { ListFilters } from './list-filters.tsx'
import { ProjectFilter } from './project-filter.tsx'

afterEach(() => vi.unstubAllGlobals())

test('says that the projects to filter by failed to load, and reads them again', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({ 'GET /v1/projects': () => answer() })
  renderInConsole(<ProjectFilter chosen={undefined} onChange={() => {}} />, createQueryClient())
  expect(await screen.findByText('Projects to filter by could not be loaded')).toBeTruthy()
  answer = () => pageWith({ id: 'p1', name: 'shop' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Project' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says that the images to filter by failed to load, and reads them again', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({ 'GET /experimental/v1/instance-images': () => answer() })
  renderInConsole(
    <ListFilters extensions={EXTENSIONS} search={{}} onChange={() => {}} totals={undefined} />,
    createQueryClient(),
  )
  expect(await screen.findByText('Images to filter by could not be loaded')).toBeTruthy()
  answer = () => pageWith({ name: 'debian-13', os: 'Debian', total: { count: 2, is_capped: false } })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Image' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
