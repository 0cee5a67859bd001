import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import FirstSteps from './first-steps.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const NOTHING: Answers = {
  'GET /v1/me/ssh-keys': pageWith(),
  'GET /v1/images': pageWith(),
  'GET /v1/instances': pageWith(),
}
const show = (projects: string[], answers: Answers = {}) => {
  const requested = answerWith({ ...NOTHING, ...answers })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FirstSteps projects={projects} />
    </QueryClientProvider>,
  )
  return requested
}

test('starts with the project, and links steps inside a project only once there is one', async () => {
  const requested = show([])
  expect((await screen.findByRole('link', { name: 'Create a project' })).getAttribute('href')).toBe(
    '/projects-new',
  )
  expect(screen.getByText('0 of 4')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create an instance' })).toBeNull()
  expect(requested.some(({ call }) => call === 'GET /v1/instances')).toBe(false)
})

test('ticks finished steps', async () => {
  show(['shop'], { 'GET /v1/me/ssh-keys': pageWith({ id: 'k1', name: 'laptop' }) })
  expect(await screen.findByText('2 of 4')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add your SSH key' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Create an instance' }).getAttribute('href')).toBe(
    '/projects/shop/instances-new',
  )
})

test('stays closed once everything is done, or the user closes it', async () => {
  const one = pageWith({ id: 'x', name: 'x' })
  show(['shop'], { 'GET /v1/me/ssh-keys': one, 'GET /v1/images': one, 'GET /v1/instances': one })
  await waitFor(() => expect(localStorage.getItem('first-steps')).toBe('closed'))
  localStorage.clear()
  fireEvent.click(screen.getByRole('button', { name: 'Close first steps' }))
  expect(localStorage.getItem('first-steps')).toBe('closed')
})

test('does not show a step as open because its list failed to load', async () => {
  let isBroken = true
  const keys = () => (isBroken ? refusal(500, 'Internal', 'Internal Server Error') : pageWith({ id: 'k1' }))
  show(['shop'], { 'GET /v1/me/ssh-keys': keys })
  expect(await screen.findByText('First steps could not be loaded')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add your SSH key' })).toBeNull()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 of 4')).toBeTruthy()
})
