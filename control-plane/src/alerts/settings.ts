import { contract } from '@granary/contract/contract.ts'
import { handlers } from '../kinds/handler.ts'
import { capitalize } from '../kit/base/errors.ts'
import { answer } from '../kit/request/answer.ts'

/** An address that is allowed wherever mail is sent. */
const EXAMPLE = 'mailto:alerts@example.com'

export const alertSettingsHandlers = handlers({
  // Outside of a transaction, which has no sender.
  alertSettingsView: {
    raw: async ({ services: { alertSender, settings } }) => {
      const problem = alertSender ? alertSender.endpointProblem(EXAMPLE) : 'this server sends no alerts'
      const mailProblem = problem && capitalize(problem)
      return answer(contract.alertSettingsView, { mailProblem }, settings.extensions)
    },
  },
})
