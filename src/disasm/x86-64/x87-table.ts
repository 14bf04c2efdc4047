/**
 * The floating-point unit (SDM volume 2, tables ). AT&T names carry their size letter, and
 * swap `fsub` with `fsubr` and `fdiv` with `fdivr` where the result goes to another register than st.
 */
export const x87Opcodes: string = `
  d8/0m fadd:fadds Md
  d8/1m fmul:fmuls Md
  d8/2m fcom:fcoms Md
  d8/3m fcomp:fcomps Md
  d8/4m fsub:fsubs Md
  d8/5m fsubr:fsubrs Md
  d8/6m fdiv:fdivs Md
  d8/7m fdivr:fdivrs Md
  d8/0r fadd st,Fi
  d8/1r fmul st,Fi
  d8/2r fcom Fi
  d8/3r fcomp Fi
  d8/4r fsub st,Fi
  d8/5r fsubr st,Fi
  d8/6r fdiv st,Fi
  d8/7r fdivr st,Fi
  d9/0m fld:flds Md
  d9/2m fst:fsts Md
  d9/3m fstp:fstps Md
  d9/4m fldenv M
  d9/5m fldcw Mw
  d9/6m fnstenv M
  d9/7m fnstcw Mw
  d9/0r fld Fi
  d9/1r fxch Fi
  d9=d0 fnop
  d9=e0 fchs
  d9=e1 fabs
  d9=e4 ftst
  d9=e5 fxam
  d9=e8 fld1
  d9=e9 fldl2t
  d9=ea fldl2e
  d9=eb fldpi
  d9=ec fldlg2
  d9=ed fldln2
  d9=ee fldz
  d9=f0 f2xm1
  d9=f1 fyl2x
  d9=f2 fptan
  d9=f3 fpatan
  d9=f4 fxtract
  d9=f5 fprem1
  d9=f6 fdecstp
  d9=f7 fincstp
  d9=f8 fprem
  d9=f9 fyl2xp1
  d9=fa fsqrt
  d9=fb fsincos
  d9=fc frndint
  d9=fd fscale
  d9=fe fsin
  d9=ff fcos
  da/0m fiadd:fiaddl Md
  da/1m fimul:fimull Md
  da/2m ficom:ficoml Md
  da/3m ficomp:ficompl Md
  da/4m fisub:fisubl Md
  da/5m fisubr:fisubrl Md
  da/6m fidiv:fidivl Md
  da/7m fidivr:fidivrl Md
  da/0r fcmovb st,Fi
  da/1r fcmove st,Fi
  da/2r fcmovbe st,Fi
  da/3r fcmovu st,Fi
  da=e9 fucompp
  db/0m fild:fildl Md
  db/1m fisttp:fisttpl Md
  db/2m fist:fistl Md
  db/3m fistp:fistpl Md
  db/5m fld:fldt Mt
  db/7m fstp:fstpt Mt
  db/0r fcmovnb st,Fi
  db/1r fcmovne st,Fi
  db/2r fcmovnbe st,Fi
  db/3r fcmovnu st,Fi
  db=e2 fnclex
  db=e3 fninit
  db/5r fucomi st,Fi
  db/6r fcomi st,Fi
  dc/0m fadd:faddl Mq
  dc/1m fmul:fmull Mq
  dc/2m fcom:fcoml Mq
  dc/3m fcomp:fcompl Mq
  dc/4m fsub:fsubl Mq
  dc/5m fsubr:fsubrl Mq
  dc/6m fdiv:fdivl Mq
  dc/7m fdivr:fdivrl Mq
  dc/0r fadd Fi,st
  dc/1r fmul Fi,st
  dc/4r fsubr:fsub Fi,st
  dc/5r fsub:fsubr Fi,st
  dc/6r fdivr:fdiv Fi,st
  dc/7r fdiv:fdivr Fi,st
  dd/0m fld:fldl Mq
  dd/1m fisttp:fisttpll Mq
  dd/2m fst:fstl Mq
  dd/3m fstp:fstpl Mq
  dd/4m frstor M
  dd/6m fnsave M
  dd/7m fnstsw Mw
  dd/0r ffree Fi
  dd/2r fst Fi
  dd/3r fstp Fi
  dd/4r fucom Fi
  dd/5r fucomp Fi
  de/0m fiadd:fiadds Mw
  de/1m fimul:fimuls Mw
  de/2m ficom:ficoms Mw
  de/3m ficomp:ficomps Mw
  de/4m fisub:fisubs Mw
  de/5m fisubr:fisubrs Mw
  de/6m fidiv:fidivs Mw
  de/7m fidivr:fidivrs Mw
  de/0r faddp Fi,st
  de/1r fmulp Fi,st
  de=d9 fcompp
  de/4r fsubrp:fsubp Fi,st
  de/5r fsubp:fsubrp Fi,st
  de/6r fdivrp:fdivp Fi,st
  de/7r fdivp:fdivrp Fi,st
  df/0m fild:filds Mw
  df/1m fisttp:fisttps Mw
  df/2m fist:fists Mw
  df/3m fistp:fistps Mw
  df/4m fbld Mt
  df/5m fild:fildll Mq
  df/6m fbstp Mt
  df/7m fistp:fistpll Mq
  df/0r ffreep Fi
  df=e0 fnstsw ax
  df/5r fucomip st,Fi
  df/6r fcomip st,Fi
`;
