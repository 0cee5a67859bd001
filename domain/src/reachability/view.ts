import type { Answer, Hop } from './answer.ts'
import { gapsConcerning, type NetworkGap } from './gaps.ts'
import { answerText, draftText, hopText, obstacleText } from './words.ts'

/** Returns an answer as the API gives it, with its sentences. @param gaps what the hosts of the network can't carry out. */
export const answerView = (answer: Answer, gaps: readonly NetworkGap[] = []) => ({
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
  gaps: gapsConcerning(gaps, answer),
})

const withText = (hop: Hop) => ({ ...hop, text: hopText(hop) })
