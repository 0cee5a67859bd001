import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen } from '../../ui/testing.ts'
import { Unused } from './unused.tsx'

afterEach(() => vi.unstubAllGlobals())

const diskId = { serial: 'D1', model: 'm', vendor: 'v' }
const REQUESTS = 'GET /v1/system/hardware/disk-adoption-requests'
const request = { id: 'r1', disk_id: diskId, time_created: '2026-11-20T10:00:00.000Z' }

test('does not say that an adoption is not requested when the requests failed to load', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({
    'GET /v1/system/hardware/sleds-uninitialized': pageWith(),
    'GET /v1/system/hardware/disks-unadopted': pageWith({
      disk_id: diskId,
      slot: 1,
      sled_id: 's1',
      variant: 'u2',
    }),
    'GET /v1/system/hardware/racks': pageWith(),
    [REQUESTS]: () => answer(),
  })
  renderInConsole(<Unused />, createQueryClient())
  expect(await screen.findByText('Not loaded')).toBeTruthy()
  expect(screen.queryByText('not requested')).toBeNull()
  answer = () => pageWith(request)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('requested')).toBeTruthy()
})
