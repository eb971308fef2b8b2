// A decision, or a seat's act, that was keyed in wrongly and that others have followed.
export const corrections = {
  decisions: "Decisions",
  acts: "Acts",
  really: "What it really was",
  to: "The amount in front of them",
  reason: "Reason",
  correct: "Correct the decision",
  correctAct: "Correct the act",
};
