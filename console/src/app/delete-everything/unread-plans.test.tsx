import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { ProjectActions } from '../../features/projects/project-list.tsx'
import { useDeleteSilo } from '../../kinds/silo/delete-silo.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { renderInConsole } from '../testing.tsx'
import { deleting } from './deleting.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  deleting.set(null)
})

const ME = {
  id: 'u1',
  display_name: 'Ada',
  fleet_viewer: true,
  fleet_role: 'admin',
  silo_id: 's1',
  silo_role: 'admin',
}

function DeleteSilo() {
  const entry = useDeleteSilo()({ id: 's2', name: 'orchard' })
  return (
    <button type="button" onClick={() => entry.onAction?.()}>
      {entry.label}
    </button>
  )
}

test('the dialog of a silo with contents opens, and retries, when its contents failed to load', async () => {
  answerWith({
    'GET /v1/me': ME,
    'GET /experimental/v1/system/silos/s2/deletion-plan': () =>
      refusal(500, 'Internal', 'Internal Server Error'),
  })
  renderInConsole(
    <Suspense>
      <DeleteSilo />
    </Suspense>,
    createQueryClient(),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleting.get()?.name).toBe('orchard'))
})

test('the dialog of a project opens, and retries, when its contents failed to load', async () => {
  answerWith({
    'GET /experimental/v1/projects/p1/deletion-plan': () => refusal(500, 'Internal', 'Internal Server Error'),
  })
  renderInConsole(
    <ProjectActions project={{ id: 'p1', name: 'shop', myRole: 'admin' }} />,
    createQueryClient(),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Row actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(deleting.get()?.name).toBe('shop'))
})
