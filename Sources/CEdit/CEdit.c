#include "CEdit.h"
