/** The script of shared pages, walls and pairing pages. Without it a page refreshes itself by a meta tag. */
import { follow } from './follow.ts'
import { postHeight } from './framed.ts'
import { waitForPairing } from './pair.ts'
import { startWall } from './wall.ts'

const { body } = document
const { follow: stream, pair } = body.dataset
const isWall = body.classList.contains('wall')

if (parent !== window) postHeight()
if (pair !== undefined) waitForPairing(pair)
if (stream !== undefined) follow(stream, isWall ? startWall() : () => {})
