import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen } from '../../ui/testing.ts'
import { AuthSettingsTab } from './auth-settings-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

test('says that the settings failed to load, not that there is no limit', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({ 'GET /v1/auth-settings': () => answer() })
  renderInConsole(<AuthSettingsTab />, createQueryClient())
  expect(await screen.findByText('Auth settings could not be loaded')).toBeTruthy()
  expect(screen.queryByText('No limit')).toBeNull()
  answer = () => ({ silo_id: 's1', device_token_max_ttl_seconds: null })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No limit')).toBeTruthy()
})
