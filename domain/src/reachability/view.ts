import type { Answer, Hop } from './answer.ts'
import { answerText, draftText, hopText, obstacleText } from './words.ts'

/** Returns an answer as the API gives it, with its sentences. */
export const answerView = (answer: Answer) => ({
  reachable: answer.reachable,
  text: answerText(answer),
  ipVersion: answer.version,
  there: answer.there.map(withText),
  back: answer.back.map(withText),
  obstacle: answer.obstacle && {
    way: answer.obstacle.way,
    code: answer.obstacle.code,
    text: obstacleText(answer.obstacle),
  },
  draft: answer.draft && { ...answer.draft, text: draftText(answer.draft) },
  forwarders: answer.forwarders,
})

const withText = (hop: Hop) => ({ ...hop, text: hopText(hop) })
